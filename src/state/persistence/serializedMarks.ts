import * as z from 'zod/mini'
import { markVerbs } from '../../contract/marks.ts'
import type { MarkLogState, RestoredLog } from '../marks/markLog.ts'
import type { PendingMark, QueuedMark } from '../model/mark.ts'

const verb = z.enum(markVerbs)
const names = z.optional(z.array(z.string()))

// Tabs of an older version read and write the same entry: see `formatVersion` in inboxStorage.ts before you change it.
const serializedLog = z.object({
  /** The id of the tab that wrote it. Several tabs may be open. */
  owner: z.string(),
  /** With `ids` a mark on messages, without them a mark-all. */
  pending: z.array(
    z.object({
      id: z.string(),
      verb,
      ids: names,
      feeds: names,
      madeAt: z.optional(z.number()),
      isQuiet: z.optional(z.boolean()),
      sentAs: z.optional(z.string()),
    }),
  ),
  settledItems: z.array(z.object({ id: z.string(), read: z.boolean(), seen: z.boolean(), settledAt: z.number() })),
  settledAlls: z.array(z.object({ verb, feeds: names, settledAt: z.number() })),
})

/** The log of marks of one tab, as storage has it. */
export type SerializedLog = z.output<typeof serializedLog>

/** Parses the logs in a storage. Entries that can't be read are dropped. */
export const parseLogs = (json: unknown): SerializedLog[] =>
  (z.array(z.unknown()).safeParse(json).data ?? []).flatMap((entry) => serializedLog.safeParse(entry).data ?? [])

/** Serializes a log. Failed marks change nothing, so they are left out; so is the way to undo a mark-all. */
export const serializeLog = (
  owner: string,
  pending: readonly PendingMark[],
  { settledItems, settledAlls }: Pick<MarkLogState, 'settledItems' | 'settledAlls'>,
): SerializedLog => ({
  owner,
  pending: pending.map(({ id, verb: done, target, madeAt, isQuiet, sentAs }) => ({
    id,
    verb: done,
    ...(target.kind === 'messages' ? { ids: [...target.ids] } : { feeds: target.feeds && [...target.feeds] }),
    madeAt,
    isQuiet,
    sentAs,
  })),
  settledItems: [...settledItems].map(([id, { read, seen, settledAt }]) => ({ id, read, seen, settledAt })),
  settledAlls: settledAlls.map(({ verb: done, feeds, settledAt }) => ({
    verb: done,
    feeds: feeds && [...feeds],
    settledAt,
  })),
})

export const deserializeLog = ({ pending, settledItems, settledAlls }: SerializedLog): RestoredLog => ({
  pending: pending.map(({ id, verb: done, ids, feeds, madeAt, isQuiet, sentAs }): QueuedMark => ({
    id,
    verb: done,
    target: ids ? { kind: 'messages', ids } : { kind: 'all', feeds },
    ...(madeAt !== undefined && { madeAt }),
    ...(isQuiet && { isQuiet }),
    ...(sentAs !== undefined && { sentAs }),
  })),
  // They settled in an earlier visit, so no mark of this one was in flight with them.
  settledItems: new Map(settledItems.map(({ id, ...item }) => [id, { ...item, sentAt: item.settledAt }])),
  settledAlls: settledAlls.map(({ feeds, ...all }) => ({ ...all, feeds, sentAt: all.settledAt })),
})
