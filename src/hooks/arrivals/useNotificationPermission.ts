import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import { createStore } from '../../state/model/createStore.ts'

/** "unsupported": this browser, or this page (which must be served by https), has no desktop notifications. */
export type DesktopPermission = NotificationPermission | 'unsupported'

/** Whether desktop notifications may be shown, and how to ask for it. */
export interface DesktopPermissionState {
  /** What the reader has said so far. */
  permission: DesktopPermission
  /**
   * Asks the reader, who can say no for ever: call it from a button that says what for. Resolves with what came of it.
   */
  request: () => Promise<DesktopPermission>
}

const current = (): DesktopPermission => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)

/** The browser reports no change that a request of this page makes. */
const requested = createStore(current())

const subscribe = (listener: () => void) => {
  const unsubscribe = requested.subscribe(listener)
  const leaving = new AbortController()
  // Told of what the reader changes in the browser's own settings, where the browser tells.
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: leaving.signal }),
    () => {
      if (process.env.NODE_ENV !== 'production')
        warnOnce(
          'TIDINGS_217',
          'this browser does not report changes of the permission for desktop notifications, so the page shows them only after a reload.',
        )
    },
  )
  return () => {
    unsubscribe()
    leaving.abort()
  }
}

/** Whether the reader lets this site show desktop notifications. It never asks by itself. */
export const useNotificationPermission = (): DesktopPermissionState => {
  const permission = useSyncExternalStore(subscribe, current, (): DesktopPermission => 'unsupported')
  const request = useCallback(async () => {
    if (current() === 'default') await Notification.requestPermission()
    requested.setState(current())
    return current()
  }, [])
  return useMemo(() => ({ permission, request }), [permission, request])
}
