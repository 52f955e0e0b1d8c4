import { useEffect } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { listen } from '../../state/model/listen.ts'
import { useIsSheet } from './useIsSheet.ts'

/** The browser's `CloseWatcher`, which TypeScript's DOM does not have yet. */
declare const CloseWatcher: new () => EventTarget & { destroy: () => void }

/**
 * Calls `onClose` when the user presses Back on a phone with Android, by the button or the gesture of its system,
 * while a layer is open. Of several layers, the last one gets the request. Without it, Back would leave the browser
 * page.
 *
 * Only in a browser with `CloseWatcher`. A history entry would do the same elsewhere, but the router of the app would
 * take it for a navigation, and a link in the inbox would leave it behind. Only on a small screen, because Escape is a
 * close request too, wherever the focus is: beside a popover, it may belong to another part of the app.
 */
export const useCloseRequest = (isOpen: boolean, onClose: () => void): void => {
  const latest = useLatest(onClose)
  const isWatching = useIsSheet() && isOpen
  useEffect(() => {
    if (!isWatching || !('CloseWatcher' in globalThis)) return undefined
    const watcher = new CloseWatcher()
    listen(watcher, 'close', () => latest.current())
    return () => watcher.destroy()
  }, [isWatching, latest])
}
