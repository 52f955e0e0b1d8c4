import { upTo } from '../../client/upTo.ts'

/** The most messages of a mark in one request: as many as a page of the feed can have. */
export const maxMessages = 100

/** The most messages that one request moves. A proxy may have to send a request for each, within its deadline. */
export const maxMoved = 50

/** Splits messages into parts that fit into one request each. */
export const requestsOf = (ids: readonly string[], most: number): (readonly string[])[] =>
  upTo(Math.ceil(ids.length / most)).map((part) => ids.slice(part * most, (part + 1) * most))
