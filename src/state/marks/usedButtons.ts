import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { ActionIntent } from '../log/feedIntent.ts'
import type { Intent } from '../log/intent.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { memoizeByKey } from '../model/memoizeByKey.ts'
import { memoizeByOwner } from '../model/memoizeByOwner.ts'
import type { Stamped } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'

/** A button that was used, and when that settled: Infinity while it is pending. */
interface UsedButton extends Pick<ActionIntent, 'button'> {
  settledAt: Tick
}

const isAction = (intent: Intent): intent is ActionIntent => intent.kind === 'action'

/** The last button of each message in a log, by message id. */
const usedIn = memoizeByOwner(({ settledOthers, pending }: IntentLogState): ReadonlyMap<string, UsedButton> => {
  const unsettled = pending.map((intent) => ({ intent, settledAt: Number.POSITIVE_INFINITY }))
  return new Map(
    [...settledOthers, ...unsettled].flatMap(({ intent, settledAt }) =>
      isAction(intent) ? intent.ids.map((id): [string, UsedButton] => [id, { button: intent.button, settledAt }]) : [],
    ),
  )
})

/** Copies by original and button, so that the same use returns the same object. */
const copiesOf = memoizeByOwner((notification: InboxNotification) =>
  memoizeByKey((type: ActionIntent['button']): InboxNotification => {
    const { action } = notification.cta
    const used = { ...action, status: 'done' as const, result: { ...action?.result, type } }
    return { ...notification, cta: { ...notification.cta, action: used } }
  }),
)

/**
 * Shows the buttons as used that a log has, unless the page of their notification was requested later. Pure. An
 * unchanged notification is the same object.
 */
export const applyUsedButtons = (stamped: readonly Stamped[], log: IntentLogState): readonly Stamped[] => {
  const used = usedIn(log)
  if (used.size === 0) return stamped
  return stamped.map((item) => {
    const { notification, requestedAt } = item
    const last = used.get(notification._id)
    return last && last.settledAt > requestedAt ? { ...item, notification: copiesOf(notification)(last.button) } : item
  })
}
