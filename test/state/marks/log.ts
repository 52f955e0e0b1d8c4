import { markAllKind } from '../../../src/state/intents/markAllKind.ts'
import { type FeedIntent, flagsAfter } from '../../../src/state/log/feedIntent.ts'
import type { QueuedIntent, Span } from '../../../src/state/log/intent.ts'
import { createIntentLog, type IntentLog, type IntentLogState } from '../../../src/state/log/intentLog.ts'
import type { Flags } from '../../../src/state/model/mark.ts'

interface ParsedMark {
  mark: FeedIntent & QueuedIntent
  /** Only of a settled mark. */
  span: Span | undefined
  hasFailed: boolean
}

const triage = /^(?:archive|unarchive|snooze|unsnooze|delete)$/

const verbs = /^(?:read|unread|seen|unseen|archive|unarchive|snooze|unsnooze|delete|archiveRead)$/

/** The end of every snooze. */
export const snoozeUntil = '2030-01-01T00:00:00.000Z'

const choiceOf = (text: string, verb: string) => {
  if (verb === 'archiveRead') return { kind: 'archiveRead' as const }
  if (triage.test(verb))
    return { kind: 'triage' as const, ids: text.split(' '), ...(verb === 'snooze' && { snoozeUntil }) }
  if (text === 'all') return { kind: 'markAll' as const }
  if (text.startsWith('all of ')) return { kind: 'markAll' as const, feeds: text.slice('all of '.length).split(' ') }
  return { kind: 'mark' as const, ids: text.split(' ') }
}

/**
 * Parses a mark. Its text is its id.
 * - `read c a`: of messages. `read all`, `read all of billing`: a mark-all.
 * - `archive c a`, `unarchive c`, `snooze c`, `unsnooze c`, `delete c`, `archiveRead all`.
 * - `…, made at 5`, `…, sent as k1`, `…, quiet`.
 * - `…, settled at 20`, `…, settled at 20, sent at 15, by tab2`: a settled one. It is sent when it settles unless the
 *   text has it.
 * - `…, failed`.
 */
export const parseMark = (text: string): ParsedMark => {
  const [what = '', ...clauses] = text.split(', ')
  const [, verb = '', target = ''] = /^(\w+) (.+)$/.exec(what) ?? []
  const unknown = clauses.find((one) => !/^(?:quiet|failed|(?:made|sent|settled) at \d+|sent as .+|by .+)$/.test(one))
  if (!verbs.test(verb) || unknown !== undefined) throw new Error(`"${unknown ?? what}" is not a part of a mark.`)
  const find = (name: string) => clauses.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1)
  const [madeAt, sentAs, settledAt, by] = ['made at', 'sent as', 'settled at', 'by'].map(find)
  return {
    mark: {
      id: text,
      subject: 'feed',
      verb,
      ...choiceOf(target, verb),
      ...(madeAt !== undefined && { madeAt: Number(madeAt) }),
      ...(sentAs !== undefined && { sentAs }),
      ...(clauses.includes('quiet') && { isQuiet: true }),
    } as FeedIntent & QueuedIntent,
    span:
      settledAt === undefined
        ? undefined
        : {
            sentAt: Number(find('sent at') ?? settledAt),
            settledAt: Number(settledAt),
            ...(by !== undefined && { by }),
          },
    hasFailed: clauses.includes('failed'),
  }
}

const unmarked: Flags = { read: false, seen: false }

/** Settles a mark in a log, with the flags that the service's last response shows. */
export const settle = (log: IntentLog, text: string): boolean => {
  const { mark, span } = parseMark(text)
  if (span === undefined) throw new Error(`"${text}" has not settled.`)
  const flagsOf = (id: string): Flags => {
    const { read, seen, ...place } = flagsAfter(log.getState().settledItems.get(id) ?? unmarked, mark)
    // Only what moves a message shows where it is.
    return mark.kind === 'triage' ? { read, seen, ...place, archived: place.archived ?? false } : { read, seen }
  }
  return log.settle(new Set([mark.id]), {
    intent: mark,
    ...span,
    ...(mark.ids
      ? { items: mark.ids.map((id) => [id, flagsOf(id)] as const) }
      : { isUncertain: mark.kind === 'markAll' && (markAllKind.isUncertain?.(mark) ?? false) }),
  })
}

/** A log with marks, in the order in which they are made and settle. */
export const logWith = (texts: readonly string[]): IntentLog => {
  const log = createIntentLog()
  for (const text of texts) {
    const { mark, span, hasFailed } = parseMark(text)
    const { sentAs, ...rest } = mark
    if (span) settle(log, text)
    else log.add(rest)
    if (sentAs !== undefined) log.send(new Set([mark.id]), sentAs)
    if (hasFailed) log.fail(new Set([mark.id]), new Error('refused'))
  }
  return log
}

/** The state of a log with these marks. */
export const marks = (...texts: string[]): IntentLogState => logWith(texts).getState()
