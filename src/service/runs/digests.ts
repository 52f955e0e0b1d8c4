import { valueAt } from '../conditions/valueAt.ts'
import type { RunRow, StoredEvent } from '../database/tables.ts'
import { stableId } from '../ids.ts'
import type { DigestStep } from '../workspace/compileSteps.ts'
import type { Digest } from '../workspace/stepSchema.ts'
import { nextTimed } from './nextTimed.ts'
import { type Run, toRow } from './Run.ts'
import { endOfWait, lengthOf, payloadPath } from './waits.ts'

/** The most events that a run remembers: the newest ones. */
const mostEvents = 100

/** The most characters of their JSON. Many runs are continued at once. */
const mostCharacters = 500_000

/** What the events of a digest have in common: the step, and the value at its `digestKey`. */
export const digestKeyOf = ({ id, digest: { digestKey } }: DigestStep, payload: Record<string, unknown> = {}): string =>
  stableId(id, JSON.stringify((digestKey && valueAt(payload, payloadPath(digestKey))) ?? null))

/** The place of a digest in a map of those of several subscribers. */
export const digestId = ({ subscriber_key, digest_key }: Pick<RunRow, 'subscriber_key' | 'digest_key'>): string =>
  `${subscriber_key} ${digest_key}`

/** For how long an event makes the next ones wait, in milliseconds. Undefined: the first one waits too. */
const lookBackOf = (digest: Digest): number | undefined => {
  if (digest.type === 'timed' || !(digest.type === 'backoff' || digest.backoff)) return undefined
  const { amount, unit, backoffAmount = amount, backoffUnit = unit } = digest
  return lengthOf({ amount: backoffAmount, unit: backoffUnit })
}

/**
 * Adds the event of a run to its digest.
 * @param known the row of the digest, if there is one.
 * @param zone IANA zone of the recipient.
 * @returns the row, and whether it has collected the event. Otherwise the run goes on at once.
 */
export const addToDigest = (
  known: RunRow | undefined,
  run: Run,
  { step, time, zone, environmentId }: { step: DigestStep; time: Date; zone: string; environmentId: string },
): { row: RunRow; isCollected: boolean } => {
  const { digest } = step
  const { event } = run
  const isOpen = known !== undefined && known.total_count > 0
  const lookBack = lookBackOf(digest)
  const isFirst = lookBack !== undefined && !(known && known.due_at > time)
  const opened: RunRow = {
    ...toRow(run, step, environmentId, time),
    digest_key: digestKeyOf(step, event.payload),
    due_at: digest.type === 'timed' ? nextTimed(digest, zone, time) : endOfWait(digest, time),
    ...(known && { id: known.id }),
  }
  if (isOpen) {
    const events = newest([...known.events, event])
    const row = {
      ...known,
      // A clock that was set back would make it wait for the time that it was ahead.
      due_at: known.due_at < opened.due_at ? known.due_at : opened.due_at,
      events,
      total_count: known.total_count + 1,
      transaction_ids: events.map(({ transactionId }) => transactionId),
      shown: joinShown(known.shown, run.shown),
      last_event_at: time,
    }
    return { row, isCollected: true }
  }
  return isFirst
    ? { row: remembering(opened, new Date(time.getTime() + lookBack)), isCollected: false }
    : { row: opened, isCollected: true }
}

/** The events that a run remembers. */
const newest = (events: readonly StoredEvent[]): StoredEvent[] => {
  const kept = events.slice(-mostEvents)
  while (kept.length > 1 && JSON.stringify(kept).length > mostCharacters) kept.shift()
  return kept
}

/** A digest that has ended, as long as its last event makes the next one wait. Undefined: it does not. */
export const afterDigest = (row: RunRow, digest: Digest, time: Date): RunRow | undefined => {
  const lookBack = lookBackOf(digest)
  if (lookBack === undefined) return undefined
  const until = new Date(row.last_event_at.getTime() + lookBack)
  return until > time ? remembering(row, until) : undefined
}

const remembering = (row: RunRow, until: Date): RunRow => ({
  ...row,
  due_at: until,
  shown: {},
  events: [],
  total_count: 0,
  transaction_ids: [],
})

/** The newest ids of each step. */
const joinShown = (known: RunRow['shown'], added: RunRow['shown']): RunRow['shown'] => {
  const joined = { ...known }
  for (const [name, ids] of Object.entries(added)) joined[name] = [...(joined[name] ?? []), ...ids].slice(-mostEvents)
  return joined
}
