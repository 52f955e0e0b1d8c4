/** Rows per insert: a statement takes 65,535 parameters at most, and the widest table has 34 columns. */
export const rowsPerStatement = 1_000

/** Splits items into lists of at most `size`. */
export function* chunks<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
