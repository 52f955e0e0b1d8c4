import { upTo } from '../../client/upTo.ts'
import type { Intent } from '../log/intent.ts'

/** The most messages of a mark in one request: as many as a page of the feed can have. */
export const maxMessages = 100

/** The most messages that one request moves. A proxy may have to send a request for each, within its deadline. */
export const maxMoved = 50

/** Splits messages into parts that fit into one request each. */
export const requestsOf = (ids: readonly string[], most: number): (readonly string[])[] =>
  upTo(Math.ceil(ids.length / most)).map((part) => ids.slice(part * most, (part + 1) * most))

/** The field of a request that says what its intent was made on, for a service that leaves later deliveries alone. */
export const deliveriesIn = ({ ids = [], madeOn = {}, until }: Intent) =>
  until && { deliveries: Object.fromEntries(ids.flatMap((id) => (madeOn[id] ? [[id, madeOn[id]]] : []))) }
