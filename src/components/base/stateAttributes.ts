/** A state as a `data-*` attribute: present and empty when it holds, absent when it does not. */
export const stateAttribute = (holds: boolean): '' | undefined => (holds ? '' : undefined)

/** What a part's state is made of: what holds or not, and names. */
type PartState = Readonly<Record<string, boolean | string | undefined>>

/**
 * A state as `data-*` attributes: `{open: true, kind: 'image'}` is `data-open=""` and `data-kind="image"`. What is false or
 * undefined has no attribute.
 */
export const stateAttributes = (state: PartState): Record<`data-${string}`, string | undefined> =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      `data-${name}`,
      value === true ? '' : value === false ? undefined : value,
    ]),
  )
