import type { TriageAction } from '../../contract/extensions/notificationChanges.ts'
import type { Intent } from '../log/intent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import type { ShownInbox } from './intentKind.ts'
import { type ActingInbox, connectOutbox, makeIntent } from './makeIntent.ts'
import { maxMoved, requestsOf } from './requestsOf.ts'
import { archiveReadKind, triageKind } from './triageKind.ts'
import { type Undo, undoOf } from './undo.ts'

/** What the user does with notifications, besides marking them. */
export type Triage =
  | { action: Exclude<TriageAction, 'snooze'> }
  | {
      action: 'snooze'
      /** When they return: later than now, and within a year. ISO 8601. */
      snoozeUntil: string
    }

const choiceOf = (triage: Triage, ids: readonly string[], madeOn: Intent['madeOn']) => ({
  verb: triage.action,
  ids,
  ...(madeOn && { madeOn }),
  ...(triage.action === 'snooze' && { snoozeUntil: triage.snoozeUntil }),
})

/**
 * Archives, snoozes or deletes any number of messages, or returns them. It shows at once. Rejects if it failed, and the
 * log then has it as failed.
 */
export const triageMessages = async (
  inbox: ActingInbox,
  triage: Triage,
  ids: readonly string[],
  madeOn?: Intent['madeOn'],
): Promise<void> => {
  const parts = requestsOf([...new Set(ids)], maxMoved)
  await Promise.all(parts.map((some) => makeIntent(inbox, triageKind, choiceOf(triage, some, madeOn))))
}

/** Prepares the undo of what is about to be done with messages. A deletion has none that is sent: see `deleteLater`. */
export const undoOfTriage = (
  inbox: ShownInbox & ActingInbox,
  triage: Triage,
  ids: readonly string[],
  madeOn?: Intent['madeOn'],
): Undo => undoOf(inbox, triageKind, choiceOf(triage, ids, madeOn))()

/** A deletion that shows at once, and is sent later. */
export interface HeldDeletion {
  /** Takes it back, unless it was sent. */
  undo: Undo
  /** Sends it. */
  done: () => void
}

/** Deletes messages once the user can no longer undo it. The end of the browser page sends it too. */
export const deleteLater = (
  inbox: ActingInbox & { log: IntentLog; environment: { newId: () => string } },
  ids: readonly string[],
  madeOn?: Intent['madeOn'],
): HeldDeletion => {
  const { log, environment } = inbox
  const made = new Set<string>()
  for (const some of requestsOf([...new Set(ids)], maxMoved)) {
    const heldAs = environment.newId()
    made.add(heldAs)
    // The log has a failure.
    makeIntent(inbox, triageKind, choiceOf({ action: 'delete' }, some, madeOn), { heldAs }).catch(() => undefined)
  }
  const held = () =>
    new Set(log.getPending().flatMap(({ id, status }) => (made.has(id) && status === 'held' ? id : [])))
  return {
    undo: Object.assign(async () => inbox.connectOutbox(connectOutbox).release(held()), { count: new Set(ids).size }),
    done: () => log.queue(held()),
  }
}

/** Archives all messages of the feed that are read. `undo` is undefined if nothing can be restored. */
export const archiveAllRead = async (
  inbox: ShownInbox & ActingInbox,
): Promise<{ count: number; undo: Undo | undefined }> => {
  const undoAfter = undoOf(inbox, archiveReadKind, { verb: 'archiveRead' })
  await makeIntent(inbox, archiveReadKind, { verb: 'archiveRead' })
  const undo = undoAfter()
  return { count: undo.count, undo: undo.count > 0 ? undo : undefined }
}
