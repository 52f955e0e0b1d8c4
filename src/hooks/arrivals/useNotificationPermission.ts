import { useMemo, useSyncExternalStore } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import { createStore } from '../../state/model/createStore.ts'
import { ifAllowed, warnRefused } from '../../state/model/ifAllowed.ts'

/**
 * The permission for desktop notifications: `'default'` before the user has decided, `'granted'`, `'denied'`, or
 * `'unsupported'` if the browser has none or the page is not served over HTTPS.
 */
export type DesktopPermission = NotificationPermission | 'unsupported'

/** The permission for desktop notifications, and how to request it. */
export interface DesktopPermissionState {
  /** The current permission. It follows the browser's settings if the browser reports changes. */
  permission: DesktopPermission
  /**
   * Requests the permission, and resolves with the result. The user can deny it for good, so call it from a button that
   * explains the purpose. Nothing is requested once the user has decided.
   */
  request: () => Promise<DesktopPermission>
}

const current = (): DesktopPermission =>
  ifAllowed('Notification', () => globalThis.Notification?.permission) ?? 'unsupported'

/** Notifies of the result of `request`, which the browser does not report as a change. */
const requested = createStore(current())

const subscribe = (listener: () => void) => {
  const unsubscribe = requested.subscribe(listener)
  const unmounted = new AbortController()
  const query = async () => navigator.permissions?.query({ name: 'notifications' })
  // Reports changes in the browser's settings.
  query().then(
    (status) => status?.addEventListener('change', listener, { signal: unmounted.signal }),
    () => {
      if (process.env.NODE_ENV !== 'production')
        warnOnce(
          'TIDINGS_217',
          'this browser does not report changes of the permission for desktop notifications, so the page shows them ' +
            'only after a reload.',
        )
    },
  )
  return () => {
    unsubscribe()
    unmounted.abort()
  }
}

const request = async (): Promise<DesktopPermission> => {
  if (current() === 'default')
    try {
      await Notification.requestPermission()
    } catch (error) {
      warnRefused('Notification', error)
    }
  requested.setState(current())
  return current()
}

/** Whether the user allows this site to show desktop notifications. Only `request` requests the permission. */
export const useNotificationPermission = (): DesktopPermissionState => {
  const permission = useSyncExternalStore(subscribe, current, (): DesktopPermission => 'unsupported')
  return useMemo(() => ({ permission, request }), [permission])
}
