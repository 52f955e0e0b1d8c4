type PartState = Readonly<Record<string, boolean | string | number | undefined>>

/** Turns `{open: true, new: false, kind: 'image'}` into `data-open=""` and `data-kind="image"`. */
export const stateAttributes = (state: PartState): Record<`data-${string}`, string | number | undefined> =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      `data-${name}`,
      value === true ? '' : value === false ? undefined : value,
    ]),
  )
