import { markVerbs } from '../../contract/inbox/constants.ts'
import { preferencesChange } from '../../contract/inbox/generatedGuards.ts'
import { boolean, ifValid, list, number, object, oneOf, optional, string } from '../../contract/inbox/guard.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import type { MarkLogState } from '../marks/markLog.ts'
import type { RestoredLog } from '../marks/restoreMarks.ts'
import type { PendingMark, QueuedMark } from '../model/mark.ts'
import type { KeyedChange } from '../outbox/preferencesSender.ts'

/** The marks and the unsaved changes of preferences of one tab, as storage has them: see `formatVersion`. */
export interface SerializedLog {
  /** With `ids` a mark on messages, without them a mark-all. */
  pending: StoredMark[]
  settledItems: { id: string; read: boolean; seen: boolean; settledAt: number }[]
  settledAlls: { verb: MarkVerb; feeds?: readonly string[] | undefined; settledAt: number }[]
  /** The unsaved changes of preferences, the oldest first. */
  preferences: KeyedChange[]
}

interface StoredMark {
  id: string
  verb: MarkVerb
  ids?: readonly string[] | undefined
  feeds?: readonly string[] | undefined
  returnIds?: boolean | undefined
  madeAt?: number | undefined
  isQuiet?: boolean | undefined
  sentAs?: string | undefined
}

const names = optional(list(string))
const markVerb = oneOf(markVerbs, 'must be a mark')

/** Reads a log that is parsed JSON. Undefined if it is none. */
export const readLog: (json: unknown) => SerializedLog | undefined = ifValid(
  object<SerializedLog>({
    pending: list(
      object<StoredMark>({
        id: string,
        verb: markVerb,
        ids: names,
        feeds: names,
        returnIds: optional(boolean),
        madeAt: optional(number),
        isQuiet: optional(boolean),
        sentAs: optional(string),
      }),
    ),
    settledItems: list(object({ id: string, read: boolean, seen: boolean, settledAt: number })),
    settledAlls: list(object({ verb: markVerb, feeds: names, settledAt: number })),
    preferences: list(object({ change: preferencesChange, key: string })),
  }),
)

/** Serializes a log. Failed marks change nothing, so they are left out. */
export const serializeLog = (
  pending: readonly PendingMark[],
  { settledItems, settledAlls }: Pick<MarkLogState, 'settledItems' | 'settledAlls'>,
  preferences: KeyedChange[],
): SerializedLog => ({
  pending: pending.map(({ id, verb, target, madeAt, isQuiet, sentAs }) => ({
    id,
    verb,
    ...(target.kind === 'messages' ? { ids: target.ids } : { feeds: target.feeds, returnIds: target.returnIds }),
    madeAt,
    isQuiet,
    sentAs,
  })),
  settledItems: [...settledItems].map(([id, { read, seen, settledAt }]) => ({ id, read, seen, settledAt })),
  settledAlls: settledAlls.map(({ verb, feeds, settledAt }) => ({ verb, feeds, settledAt })),
  preferences,
})

export const deserializeLog = ({ pending, settledItems, settledAlls }: SerializedLog): RestoredLog => ({
  pending: pending.map(({ id, verb, ids, feeds, returnIds, madeAt, isQuiet, sentAs }): QueuedMark => ({
    id,
    verb,
    target: ids ? { kind: 'messages', ids } : { kind: 'all', feeds, returnIds },
    madeAt,
    isQuiet,
    sentAs,
  })),
  // They settled in an earlier visit, so no mark of this one was in flight with them.
  settledItems: new Map(
    settledItems.map(({ id, read, seen, settledAt }) => [id, { read, seen, settledAt, sentAt: settledAt }]),
  ),
  settledAlls: settledAlls.map(({ verb, feeds, settledAt }) => ({ verb, feeds, settledAt, sentAt: settledAt })),
})
