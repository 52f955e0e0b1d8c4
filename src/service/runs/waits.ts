import * as z from 'zod/mini'
import { valueAt } from '../conditions/valueAt.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The lengths of the units, in milliseconds. Those of production: no calendar changes a regular wait. */
const lengths = {
  seconds: 1_000,
  minutes: minute,
  hours: 60 * minute,
  days: day,
  weeks: 7 * day,
  months: 30 * day,
}

/** The length of a wait. */
export interface Wait {
  /** Number of units. */
  amount: number
  /** What is counted. */
  unit: keyof typeof lengths
}

/** The length of a regular wait, in milliseconds. */
export const lengthOf = ({ amount, unit }: Wait): number => amount * lengths[unit]

/** When a regular wait ends that begins at `from`. */
export const endOfWait = (wait: Wait, from: Date): Date => new Date(from.getTime() + lengthOf(wait))

/** The keys of a dotted path in the payload, with or without its first part `payload`. */
export const payloadPath = (path: string): string[] => path.replace(/^payload\./, '').split('.')

/** A time without a zone would be another instant on each machine. A date begins in UTC. */
const time = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: z.TimePrecision.Minute }),
  z.iso.date(),
])

/**
 * The time that a scheduled delay waits for, also if it is past.
 * @param delayPath dotted path in the payload, such as `event.startsAt` or `payload.event.startsAt`.
 * @returns the reason with the cure if the payload has no such time. It contains nothing of the payload.
 */
export const scheduledTime = (payload: Record<string, unknown>, delayPath: string): Date | string => {
  const path = payloadPath(delayPath)
  const found = valueAt(payload, path)
  const { success, data } = time.safeParse(found)
  if (success) return new Date(data)
  const isMissing = found === undefined || found === null
  return (
    `The payload field ${JSON.stringify(path.join('.'))}, which the delay waits for, ` +
    `${isMissing ? 'is missing' : 'is no time in ISO 8601'}. Send a text such as "2026-06-01T09:00:00Z", with its ` +
    'zone, or a date such as "2026-06-01", which begins in UTC.'
  )
}
