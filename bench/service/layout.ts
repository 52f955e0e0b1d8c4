/** How many rows a typical subscriber has. */
const typicalRows = 90

/** The most rows of the subscriber with the longest feed. */
const mostWhaleRows = 100_000

/** Which row belongs to whom. It is the same on every run. Rows have the numbers from 1 on, in the order of time. */
export interface Layout {
  /** The number of all rows. */
  rows: number
  /** The number of rows of the whale. Every so many rows, one is the whale's: see `stride`. */
  whaleRows: number
  /** The rows `stride`, `2 * stride` and so on are the whale's. */
  stride: number
  /** The number of typical subscribers. They get the other rows in turns. */
  subscribers: number
}

/** Plans a database with so many rows: a tenth is the whale's, 100,000 at most. */
export const layoutOf = (rows: number): Layout => {
  const whaleRows = Math.min(Math.floor(rows / 10), mostWhaleRows)
  const stride = Math.floor(rows / whaleRows)
  return { rows, whaleRows, stride, subscribers: Math.floor((rows - whaleRows) / typicalRows) }
}

/** The subscriber id of the subscriber with the longest feed. */
export const whale = 'whale'

/** The subscriber id of a typical subscriber, from 0. */
export const typical = (place: number): string => `reader-${place}`

/** Spreads requests over all typical subscribers: neighbors in this order are far from each other in the tables. */
export const scattered = ({ subscribers }: Layout, count: number): number[] =>
  Array.from({ length: Math.min(count, subscribers) }, (_, index) => (index * 7_919) % subscribers)

/** The number of a typical subscriber's row: each has the rows from 0 on. */
export const rowOf = ({ subscribers, stride }: Layout, place: number, turn: number): number => {
  const index = turn * subscribers + place
  return index + Math.floor(index / (stride - 1)) + 1
}
