import * as z from 'zod/mini'
import { markVerbs } from '../../contract/marks.ts'
import type { MarkLogState, RestoredLog } from '../marks/markLog.ts'

const verb = z.enum(markVerbs)
const names = z.optional(z.array(z.string()))

const serializedLog = z.object({
  /** The page that kept it: several tabs may be open. */
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

/** One page's log of marks, as it is kept between visits. */
export type SerializedLog = z.output<typeof serializedLog>

/** Reads what a storage keeps. What can't be read is as good as not there. */
export const parseLogs = (json: unknown): SerializedLog[] =>
  (z.array(z.unknown()).safeParse(json).data ?? []).flatMap((entry) => serializedLog.safeParse(entry).data ?? [])

/**
 * What is to be kept of a log. Failed marks change nothing and are not kept; nor is the way back from a mark-all.
 * @param sentAs the idempotency keys of the marks that were sent, by mark.
 */
export const serializeLog = (
  owner: string,
  { pending, settledItems, settledAlls }: MarkLogState,
  sentAs: ReadonlyMap<string, string>,
): SerializedLog => ({
  owner,
  pending: pending.map(({ id, verb: done, target, madeAt, isQuiet }) => ({
    id,
    verb: done,
    ...(target.kind === 'messages' ? { ids: [...target.ids] } : { feeds: target.feeds && [...target.feeds] }),
    madeAt,
    isQuiet,
    sentAs: sentAs.get(id),
  })),
  settledItems: [...settledItems].map(([id, { read, seen, settledAt }]) => ({ id, read, seen, settledAt })),
  settledAlls: settledAlls.map(({ verb: done, feeds, settledAt }) => ({
    verb: done,
    feeds: feeds && [...feeds],
    settledAt,
  })),
})

export const deserializeLog = ({ pending, settledItems, settledAlls }: SerializedLog): RestoredLog => ({
  pending: pending.map(({ id, verb: done, ids, feeds, madeAt, isQuiet, sentAs }) => ({
    id,
    verb: done,
    target: ids ? { kind: 'messages', ids } : { kind: 'all', feeds },
    ...(madeAt !== undefined && { madeAt }),
    ...(isQuiet && { isQuiet }),
    ...(sentAs !== undefined && { sentAs }),
  })),
  // Answered long ago: nothing of this visit was on its way with them.
  settledItems: new Map(settledItems.map(({ id, ...item }) => [id, { ...item, sentAt: item.settledAt }])),
  settledAlls: settledAlls.map(({ feeds, ...all }) => ({ ...all, feeds, sentAt: all.settledAt })),
})
