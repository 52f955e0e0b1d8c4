import * as z from 'zod/mini'

/** A time in a request, ISO 8601. */
export const time = z.iso.datetime({ offset: true, error: 'must be a time such as "2026-06-01T09:00:00.000Z"' })

/** The most deliveries that a request names. */
const maxDeliveries = 100

/** The last known deliveries of messages: their `createdAt` in the feed, by id. */
export const deliveries = z.record(z.string(), time).check(
  z.refine((times) => Object.keys(times).length <= maxDeliveries, {
    error: `must have at most ${maxDeliveries} messages`,
  }),
)
