import { useSyncExternalStore } from 'react'
import { clocks } from '../../client/clock.ts'
import { calendarDay } from './relativeTime.ts'

/** Interval of updates to the times on screen, in milliseconds. They are no finer than a minute. */
const tickInterval = 30_000

/** Time as a store for `useSyncExternalStore`. */
interface SharedClock {
  subscribe: (listener: () => void) => () => void
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * A clock that runs one interval for all subscribers. It stops without subscribers and in a hidden document, and ticks
 * at once when the document is visible again.
 */
const createSharedClock = (): SharedClock => {
  const listeners = new Set<() => void>()
  let interval: ReturnType<typeof setInterval> | undefined

  const tick = () => {
    for (const listener of listeners) listener()
  }
  const stop = () => {
    clearInterval(interval)
    interval = undefined
  }
  const run = () => {
    stop()
    if (document.visibilityState !== 'hidden') interval = setInterval(tick, tickInterval)
  }
  const onVisibilityChange = () => {
    run()
    if (document.visibilityState !== 'hidden') tick()
  }

  return {
    now: clocks.now,
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', onVisibilityChange)
        run()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibilityChange)
        stop()
      }
    },
  }
}

/** The clock of every time on this browser page. */
export const sharedClock = createSharedClock()

const minute = 60_000
const thisMinute = () => Math.floor(sharedClock.now() / minute) * minute

/** The start of the current minute, in milliseconds since 1970. Renders again when a new minute starts. */
export const useMinute = (): number => useSyncExternalStore(sharedClock.subscribe, thisMinute, thisMinute)

const today = () => calendarDay(sharedClock.now())
const unknown = () => undefined

/**
 * The start of the current day in the user's time zone, in milliseconds since 1970. Renders again when a new day
 * starts. Undefined on a server, which does not know the time zone.
 */
export const useToday = (): number | undefined => useSyncExternalStore(sharedClock.subscribe, today, unknown)
