/** Excludes the `keydown` without a `key` that browser autofill dispatches. */
export const isKeyPress = (event: Event): event is KeyboardEvent => 'key' in event
