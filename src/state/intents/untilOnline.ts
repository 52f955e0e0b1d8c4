import { onlineManager } from '@tanstack/react-query'
import { untilCalledOrAborted } from '../../client/untilCalledOrAborted.ts'
import { joinStops, listen } from '../model/listen.ts'

/**
 * Whether the browser says that it has no network. TanStack takes each page for online until it goes offline: also one
 * that a service worker has loaded without a network.
 */
export const isCutOff = (): boolean => 'navigator' in globalThis && !navigator.onLine

/** Waits until the browser is online. */
export const untilOnline = async (): Promise<void> => {
  const isOnline = () => onlineManager.isOnline() && !isCutOff()
  if (isOnline()) return
  await untilCalledOrAborted((wake) => {
    const check = () => isOnline() && wake()
    return joinStops(onlineManager.subscribe(check), listen(globalThis.window, 'online', check))
  })
}
