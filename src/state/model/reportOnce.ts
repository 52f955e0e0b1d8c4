import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { memoizeByOwner } from './memoizeByOwner.ts'

/** Reports what a function of the app threw, once for each name: one that fails usually fails for each row. */
export type ReportOnce = (name: string, error: unknown) => void

/** One for each `report`, which is an inbox's. */
export const reportOnceTo = memoizeByOwner((report: (error: unknown) => void): ReportOnce => {
  const reported = new Set<string>()
  return (name, error) => {
    if (reported.has(name)) return
    reported.add(name)
    // Not during a render, in which the app's `onError` must not set a state.
    queueMicrotask(() => report(error))
  }
})

type Where = (notification: InboxNotification) => boolean

/** A filter of the app that leaves out the notifications for which it throws. */
export const guardWhere =
  (where: Where, report: ReportOnce): Where =>
  (notification) => {
    try {
      return where(notification)
    } catch (error) {
      report('where', error)
      return false
    }
  }
