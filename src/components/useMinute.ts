import { useSyncExternalStore } from 'react'
import { sharedClock } from './sharedClock.ts'

const minute = 60_000
const thisMinute = () => Math.floor(sharedClock.now() / minute) * minute

/** The start of the present minute, in milliseconds since 1970. Renders again when it is over. */
export const useMinute = (): number => useSyncExternalStore(sharedClock.subscribe, thisMinute, thisMinute)
