import type { FieldIssue } from '../fieldIssues.ts'
import type { InboxNotification } from '../inboxNotification.ts'
import { inboxNotification } from './generatedGuards.ts'
import { ifValid, object, string } from './guard.ts'

/** A notification that does not match the contract. The feed page omits it and lists it here. */
export interface UnreadableItem {
  /** Index in the `data` array of the response, from 0. */
  index: number
  /** Its `_id`. Undefined if it has none. */
  id: string | undefined
  /** Problems, one per field. */
  issues: FieldIssue[]
}

const readId = ifValid(object({ _id: string }))

/**
 * Reads the notifications of a page. An invalid one does not hide the others. Valid ones are the received objects: the
 * objects of `JSON.parse` take less memory than copies, and are faster to copy.
 */
export const readItems = (items: readonly unknown[]): { data: InboxNotification[]; unreadable: UnreadableItem[] } => {
  const read: InboxNotification[] = []
  const unreadable: UnreadableItem[] = []
  items.forEach((item, index) => {
    const issues: FieldIssue[] = []
    const notification = inboxNotification(item, issues)
    if (issues.length === 0) read.push(notification)
    else unreadable.push({ index, id: readId(item)?._id, issues })
  })
  return { data: read, unreadable }
}
