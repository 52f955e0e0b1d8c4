import type { MarkVerb } from '../../../src/contract/marks.ts'
import { markAllKind } from '../../../src/state/intents/markAllKind.ts'
import type { FeedIntent } from '../../../src/state/log/feedIntent.ts'
import type { QueuedIntent, Span } from '../../../src/state/log/intent.ts'
import { createIntentLog, type IntentLog, type IntentLogState } from '../../../src/state/log/intentLog.ts'
import { type Flags, predict } from '../../../src/state/model/mark.ts'

interface ParsedMark {
  mark: FeedIntent & QueuedIntent
  /** Only of a settled mark. */
  span: Span | undefined
  hasFailed: boolean
}

const choiceOf = (text: string) => {
  if (text === 'all') return { kind: 'markAll' as const }
  if (text.startsWith('all of ')) return { kind: 'markAll' as const, feeds: text.slice('all of '.length).split(' ') }
  return { kind: 'mark' as const, ids: text.split(' ') }
}

/**
 * Parses a mark. Its text is its id.
 * - `read c a`: of messages. `read all`, `read all of billing`: a mark-all.
 * - `…, made at 5`, `…, sent as k1`, `…, quiet`.
 * - `…, settled at 20`, `…, settled at 20, sent at 15, by tab2`: a settled one. It is sent when it settles unless the
 *   text has it.
 * - `…, failed`.
 */
export const parseMark = (text: string): ParsedMark => {
  const [what = '', ...clauses] = text.split(', ')
  const [, verb, target = ''] = /^(read|unread|seen|unseen) (.+)$/.exec(what) ?? []
  const unknown = clauses.find((one) => !/^(?:quiet|failed|(?:made|sent|settled) at \d+|sent as .+|by .+)$/.test(one))
  if (verb === undefined || unknown !== undefined) throw new Error(`"${unknown ?? what}" is not a part of a mark.`)
  const find = (name: string) => clauses.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1)
  const [madeAt, sentAs, settledAt, by] = ['made at', 'sent as', 'settled at', 'by'].map(find)
  return {
    mark: {
      id: text,
      subject: 'feed',
      verb: verb as MarkVerb,
      ...choiceOf(target),
      ...(madeAt !== undefined && { madeAt: Number(madeAt) }),
      ...(sentAs !== undefined && { sentAs }),
      ...(clauses.includes('quiet') && { isQuiet: true }),
    },
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
  const flagsOf = (id: string) => predict(log.getState().settledItems.get(id) ?? unmarked, mark.verb)
  return log.settle(new Set([mark.id]), {
    intent: mark,
    ...span,
    ...(mark.kind === 'mark'
      ? { items: mark.ids.map((id) => [id, flagsOf(id)] as const) }
      : { isUncertain: markAllKind.isUncertain?.(mark) ?? false }),
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
