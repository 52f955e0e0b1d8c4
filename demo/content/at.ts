/** The item of a list at any index: after the last item, the list starts over. */
export const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length]
  if (item === undefined) throw new RangeError('The list is empty.')
  return item
}
