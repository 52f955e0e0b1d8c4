type PartState = Readonly<Record<string, boolean | string | number | undefined>>

/**
 * A state as `data-*` attributes: `{open: true, new: false, kind: 'image'}` is `data-open=""` and `data-kind="image"`.
 */
export const stateAttributes = (state: PartState): Record<`data-${string}`, string | number | undefined> =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      `data-${name}`,
      value === true ? '' : value === false ? undefined : value,
    ]),
  )
