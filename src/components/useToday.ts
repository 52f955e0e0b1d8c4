import { useSyncExternalStore } from 'react'
import { calendarDay } from './relativeTime.ts'
import { sharedClock } from './sharedClock.ts'

const today = () => calendarDay(sharedClock.now())
const unknown = () => undefined

/**
 * The start of the present day in the reader's time zone, in milliseconds since 1970. Renders again when it is over.
 * Undefined on a server, which does not know that zone.
 */
export const useToday = (): number | undefined => useSyncExternalStore(sharedClock.subscribe, today, unknown)
