/** Rows per insert: a statement takes 65,535 parameters at most, and the widest table has 39 columns. */
export const rowsPerStatement = 1_000

/**
 * Splits items into lists that end with the item that reaches `size`.
 * @param sizeOf Default: each item counts as one.
 */
export function* chunks<Item>(
  items: Iterable<Item>,
  size: number,
  sizeOf: (item: Item) => number = () => 1,
): Generator<Item[]> {
  let chunk: Item[] = []
  let total = 0
  for (const item of items) {
    chunk.push(item)
    total += sizeOf(item)
    if (total < size) continue
    yield chunk
    chunk = []
    total = 0
  }
  if (chunk.length > 0) yield chunk
}
