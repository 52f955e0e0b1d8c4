/** The item of a list at any index: after the last comes the first. */
export const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length]
  if (item === undefined) throw new RangeError('The list is empty.')
  return item
}
