import {
  boolean,
  type Guard,
  ifValid,
  list,
  object,
  oneOf,
  optional,
  record,
  string,
} from '../../contract/inbox/guard.ts'
import { isObject } from '../../contract/isObject.ts'
import type { AnyKind } from '../intents/intentKind.ts'
import { kinds } from '../intents/kinds.ts'
import type { Intent, PendingIntent, QueuedIntent } from '../log/intent.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import type { RestoredLog } from '../log/restoreIntents.ts'
import { flagGuards, type Flags, pickFlags } from '../model/mark.ts'
import { tickGuard } from '../model/ticker.ts'

/** The intents of one tab, as storage has them: see `formatVersion`. */
export interface SerializedLog {
  pending: readonly QueuedIntent[]
  settledItems: readonly (Flags & { id: string; placedAt?: number | undefined; settledAt: number })[]
  /** Only those that change the feed, whose pages are stored too. */
  settledOthers: readonly { intent: Intent; settledAt: number }[]
}

const guardOf = ({ name, subject, fields }: AnyKind) =>
  object<QueuedIntent>({
    id: string,
    kind: oneOf([name], 'must be a kind of intent'),
    subject: oneOf([subject], 'must be that of its kind'),
    ids: optional(list(string)),
    madeOn: optional(record(string)),
    until: optional(string),
    madeAt: optional(tickGuard),
    isQuiet: optional(boolean),
    sentAs: optional(string),
    ...fields,
  })

/** Reads an intent with the fields of its kind. */
const intent: Guard<QueuedIntent> = (value, issues) => {
  const name = isObject(value) ? value['kind'] : undefined
  const kind = kinds.get(String(name))
  if (kind) return guardOf(kind)(value, issues)
  issues.push({ field: 'kind', message: 'must be a kind of intent' })
  return value as never
}

/** Reads a log that is parsed JSON. Undefined if it is none. */
export const readLog: (json: unknown) => SerializedLog | undefined = ifValid(
  object<SerializedLog>({
    pending: list(intent),
    settledItems: list(object({ id: string, ...flagGuards, placedAt: optional(tickGuard), settledAt: tickGuard })),
    settledOthers: list(object({ intent, settledAt: tickGuard })),
  }),
)

/** Serializes a log. Failed intents change nothing, so they are left out, as are those of another tab. */
export const serializeLog = (
  pending: readonly PendingIntent[],
  { settledItems, settledOthers }: Pick<IntentLogState, 'settledItems' | 'settledOthers'>,
): SerializedLog => ({
  pending: pending.flatMap(({ status, ...queued }) => (status === 'elsewhere' ? [] : queued)),
  settledItems: [...settledItems].map(([id, item]) => {
    const { placedAt, settledAt } = item
    return { id, ...pickFlags(item), placedAt, settledAt }
  }),
  settledOthers: settledOthers.flatMap(({ intent: done, settledAt }) =>
    done.subject === 'feed' ? [{ intent: done, settledAt }] : [],
  ),
})

// They settled in an earlier visit, so no intent of this one was in flight with them.
export const deserializeLog = ({ pending, settledItems, settledOthers }: SerializedLog): RestoredLog => ({
  pending,
  settledItems: new Map(settledItems.map(({ id, ...item }) => [id, { ...item, sentAt: item.settledAt }])),
  settledOthers: settledOthers.map((settled) => ({ ...settled, sentAt: settled.settledAt })),
})
