/** Browser autofill dispatches a `keydown` without a `key`. */
export const isKeyPress = (event: Event): event is KeyboardEvent => 'key' in event
