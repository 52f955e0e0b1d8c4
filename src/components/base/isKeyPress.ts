/** Whether an event is a press of a key. Browser autofill dispatches a `keydown` without a `key`. */
export const isKeyPress = (event: Event): event is KeyboardEvent => 'key' in event
