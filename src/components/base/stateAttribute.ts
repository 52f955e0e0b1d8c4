/** The value of a boolean `data-*` attribute: present and empty if true, absent if false. */
export const stateAttribute = (isTrue: boolean): '' | undefined => (isTrue ? '' : undefined)
