import { weekDays } from '../contract/inbox/weekDays.ts'
import type { Schedule } from '../contract/preferences.ts'
import type { Minutes } from './clockTime.ts'
import { type HoursRange, readDay } from './readDay.ts'
import { createWallClock, type WallClock } from './wallClock.ts'

/** When a schedule delivers notifications. */
export type Delivery =
  | {
      /** Always: there is no schedule, it is disabled, or it covers the whole week. */
      kind: 'always'
    }
  | {
      /** Never: the week has no hours. */
      kind: 'never'
    }
  | {
      /** Notifications are delivered now. */
      kind: 'now'
      /** End of the current delivery hours, in milliseconds since 1970. */
      until: number
    }
  | {
      /** Notifications are held back now. */
      kind: 'later'
      /** Start of the next delivery hours, in milliseconds since 1970. */
      from: number
    }
  | {
      /** Some hours are unreadable, so that any statement could be wrong. */
      kind: 'unknown'
    }

const dayLength = 24 * 60 * 60_000

/** How many days ahead are searched. If the clocks skip the only range of a week, the next one is two weeks away. */
const horizon = 14

/**
 * Finds the instants after `now`, within the horizon, at which delivery may begin or end.
 * @param minutes the times of a day at which any range of the week begins or ends.
 */
const turningPoints = (minutes: ReadonlySet<Minutes>, clock: WallClock, now: number): number[] => {
  const today = clock.at(now).midnight
  const points: number[] = []
  for (let ahead = 0; ahead <= horizon; ahead++) {
    for (const minute of minutes) points.push(...clock.instantsOf(today + ahead * dayLength, minute))
    // A range that begins or ends in a skipped hour does so at the change of the clocks.
    const change = clock.changeBetween(now + ahead * dayLength, now + (ahead + 1) * dayLength)
    if (change !== undefined) points.push(change)
  }
  return points.filter((point) => point > now).sort((a, b) => a - b)
}

/**
 * Determines whether a schedule delivers notifications at `now`, and when that changes.
 *
 * The hours are of the wall clock: a skipped hour of a change to summer time delivers nothing, and a repeated hour
 * delivers twice. A range that ends before its start ends on the next day. One that ends at its start is empty. "11:59
 * PM" as an end means midnight.
 *
 * @param timeZone IANA name of the subscriber's time zone. Undefined: the zone of this machine.
 * @param now milliseconds since 1970.
 * @throws RangeError if this machine does not know the time zone.
 */
export const nextDelivery = (schedule: Schedule | undefined, timeZone: string | undefined, now: number): Delivery => {
  const hours = schedule?.isEnabled ? schedule.weeklySchedule : undefined
  if (hours === undefined) return { kind: 'always' }

  const week = weekDays.map((day) => readDay(hours[day]))
  if (!week.every((day): day is HoursRange[] => day.every(({ kind }) => kind === 'range'))) return { kind: 'unknown' }

  const ranges = week.flat()
  if (ranges.every(({ start, end }) => start === end)) return { kind: 'never' }

  const clock = createWallClock(timeZone)
  const openAt = (instant: number): boolean => {
    const { day, minutes } = clock.at(instant)
    const index = weekDays.indexOf(day)
    const isOpen = week[index]?.some(({ start, end, nextDay }) => minutes >= start && (nextDay || minutes < end))
    return isOpen === true || week.at(index - 1)?.some(({ end, nextDay }) => nextDay && minutes < end) === true
  }
  const openNow = openAt(now)
  const change = turningPoints(new Set(ranges.flatMap(({ start, end }) => [start, end])), clock, now).find(
    (instant) => openAt(instant) !== openNow,
  )
  if (change === undefined) return openNow ? { kind: 'always' } : { kind: 'never' }
  return openNow ? { kind: 'now', until: change } : { kind: 'later', from: change }
}
