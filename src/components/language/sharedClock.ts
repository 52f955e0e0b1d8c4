import { useSyncExternalStore } from 'react'
import { calendarDay } from './relativeTime.ts'

/** How often times on screen are looked at again, in milliseconds. They are no finer than a minute. */
const tickInterval = 30_000

/** Time as a store for `useSyncExternalStore`: its subscribers are told when it may be shown differently. */
interface SharedClock {
  subscribe: (listener: () => void) => () => void
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Makes a clock that runs one interval for all its subscribers, and none while nobody subscribes or the document is
 * hidden. On return to the document it ticks at once.
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
    now: () => Date.now(),
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

/** The clock of every time on this page. */
export const sharedClock = createSharedClock()

const minute = 60_000
const thisMinute = () => Math.floor(sharedClock.now() / minute) * minute

/** The start of the present minute, in milliseconds since 1970. Renders again when it is over. */
export const useMinute = (): number => useSyncExternalStore(sharedClock.subscribe, thisMinute, thisMinute)

const today = () => calendarDay(sharedClock.now())
const unknown = () => undefined

/**
 * The start of the present day in the reader's time zone, in milliseconds since 1970. Renders again when it is over.
 * Undefined on a server, which does not know that zone.
 */
export const useToday = (): number | undefined => useSyncExternalStore(sharedClock.subscribe, today, unknown)
