import { buttonTypes } from '../../contract/inbox/constants.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { actionKind } from './actionKind.ts'
import { type ActingInbox, makeIntent } from './makeIntent.ts'

/**
 * Stores that a button was used, for other tabs, devices and visits. Rejects if it failed: nothing shows, because what
 * the app did stays done.
 *
 * @param index index of the button in `cta.action.buttons`.
 * @returns whether the service can store it. It only knows the type of a button: of two with the same type, the second
 * one would later show the result of the first.
 */
export const completeAction = async (
  inbox: ActingInbox,
  { _id, cta }: InboxNotification,
  index: number,
): Promise<boolean> => {
  const { buttons = [] } = cta.action ?? {}
  const button = buttonTypes.find((type) => type === buttons[index]?.type)
  if (!button || buttons.findIndex(({ type }) => type === button) !== index) return false
  await makeIntent(inbox, actionKind, { ids: [_id], button }, { isQuiet: true })
  return true
}
