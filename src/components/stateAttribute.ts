/** A state as a `data-*` attribute: present and empty when it holds, absent when it does not. */
export const stateAttribute = (holds: boolean): '' | undefined => (holds ? '' : undefined)
