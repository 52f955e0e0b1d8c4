import { sql } from '../database/kysely.ts'
import type { MessageRow, StoredCondition, Trx } from '../database/tables.ts'
import { endWaiting, readId } from './endWaiting.ts'

/** A message that is due, and locked. */
export type DueMessage = Pick<MessageRow, 'id' | 'subscriber_key' | 'only_if'>

/** The `error_id` of a message that waits for its notification to be read. */
export const unreadLaterId = 'unread_later'

type Notification = Pick<
  MessageRow,
  'id' | 'subscriber_key' | 'read' | 'seen' | 'archived_at' | 'snoozed_until' | 'created_at'
>

/** What becomes of a message that depends on notifications. Undefined: it is sent. */
type Verdict = { kind: 'read' } | { kind: 'later'; from: Date } | undefined

/**
 * Decides which messages are still wanted that depend on a notification in the app, in the transaction that begins to
 * send them. It locks their recipients, as each mark does, so a mark is either before this decision, and counts, or
 * after the send has begun. Messages of a recipient whom a request has locked are left as they are, since waiting for
 * it could deadlock.
 * @returns the messages to send, and the number of those that are stored with a reason or a later time instead.
 */
export const settleUnwanted = async (
  trx: Trx,
  due: readonly DueMessage[],
  time: Date,
): Promise<{ wanted: readonly DueMessage[]; settled: number }> => {
  const conditional = due.filter(({ only_if }) => only_if !== null)
  if (conditional.length === 0) return { wanted: due, settled: 0 }
  const locked = await trx
    .selectFrom('tidings.subscribers')
    .select('id')
    .where(sql<boolean>`id = any(${conditional.map((message) => message.subscriber_key)}::text[])`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const keys = new Set(locked.map(({ id }) => id))
  const found = await trx
    .selectFrom('tidings.messages')
    .select(['id', 'subscriber_key', 'read', 'seen', 'archived_at', 'snoozed_until', 'created_at'])
    .where(sql<boolean>`id = any(${conditional.flatMap(({ only_if }) => only_if?.messages ?? [])}::text[])`)
    .where(sql<boolean>`subscriber_key = any(${[...keys]}::text[])`)
    .execute()
  const wanted: DueMessage[] = []
  let settled = 0
  for (const message of due) {
    if (message.only_if && !keys.has(message.subscriber_key)) continue
    const notifications = found.filter(({ subscriber_key }) => subscriber_key === message.subscriber_key)
    const verdict = message.only_if ? verdictOf(message.only_if, notifications, time) : undefined
    if (!verdict) {
      wanted.push(message)
      continue
    }
    await settle(trx, message, verdict, time)
    settled++
  }
  return { wanted, settled }
}

/**
 * A message is sent while one of its notifications is not read, and has had its time since its last delivery. A snoozed
 * one has it after its return.
 */
const verdictOf = ({ messages, is, after }: StoredCondition, found: readonly Notification[], time: Date): Verdict => {
  const left = found.filter(
    ({ id, read, seen, archived_at }) =>
      messages.includes(id) && archived_at === null && !read && !(is === 'unseen' && seen),
  )
  if (left.length === 0) return { kind: 'read' }
  const from = Math.min(
    ...left.map(({ snoozed_until: until, created_at: shown }) => {
      if (until) return until.getTime() + after
      // The clock of the process that has shown it may be ahead.
      return shown > time ? 0 : shown.getTime() + after
    }),
  )
  return from > time.getTime() ? { kind: 'later', from: new Date(from) } : undefined
}

const settle = async (
  trx: Trx,
  { id, subscriber_key, only_if }: DueMessage,
  verdict: NonNullable<Verdict>,
  time: Date,
) => {
  const done = only_if?.is === 'unseen' ? 'seen' : 'read, archived or deleted'
  const columns =
    verdict.kind === 'read'
      ? { error_id: readId, error_text: `The subscriber has ${done} the notification in the app.`, send_at: null }
      : {
          error_id: unreadLaterId,
          error_text: `The message waits until ${verdict.from.toISOString()} for its notification to be read.`,
          send_at: verdict.from,
        }
  await trx
    .updateTable('tidings.messages')
    .set({ ...columns, status: 'warning', updated_at: time })
    .where('id', '=', id)
    .where('subscriber_key', '=', subscriber_key)
    .execute()
  if (verdict.kind === 'read') await endWaiting(trx, id, { time, error_id: readId })
}
