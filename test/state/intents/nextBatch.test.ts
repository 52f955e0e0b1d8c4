import { describe, expect, it } from 'vitest'
import { markVerbs } from '../../../src/contract/inbox/constants.ts'
import { type Batch, nextBatch } from '../../../src/state/intents/outbox.ts'
import { maxMessages, maxMoved } from '../../../src/state/intents/requestsOf.ts'
import type { ActionIntent, FeedIntent, Mark, MarkAll, TriageIntent } from '../../../src/state/log/feedIntent.ts'
import type { Intent, QueuedIntent } from '../../../src/state/log/intent.ts'
import { type Flags, predict } from '../../../src/state/model/mark.ts'
import * as fc from '../../setup/fastCheck.ts'

const ids = ['a', 'b', 'c', 'd']

const marks: fc.Arbitrary<FeedIntent[]> = fc
  .array(
    fc.record({
      verb: fc.constantFrom(...markVerbs),
      choice: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({ kind: fc.constant('mark' as const), ids: fc.subarray(ids, { minLength: 1 }) }),
        },
        { weight: 1, arbitrary: fc.constant({ kind: 'markAll' as const }) },
      ),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ verb, choice }, place): FeedIntent => ({ ...choice, verb, subject: 'feed', id: String(place) })),
  )

const applied = (steps: readonly FeedIntent[]) => {
  const flags = new Map<string, Flags>(ids.map((id) => [id, { read: false, seen: false }]))
  for (const mark of steps)
    for (const [id, before] of flags) if (mark.ids?.includes(id) ?? true) flags.set(id, predict(before, mark.verb))
  return flags
}

const batchesOf = (queue: readonly Intent[]): Batch[] => {
  const batch = nextBatch(queue)
  return batch ? [batch, ...batchesOf(queue.filter((mark) => !batch.intents.includes(mark)))] : []
}

describe('nextBatch', () => {
  it('changes nothing about what the marks do, and sends each once', () => {
    fc.assert(
      fc.property(marks, (queue) => {
        const batches = batchesOf(queue)
        expect(applied(batches.map(({ joined }) => joined as FeedIntent))).toEqual(applied(queue))
        expect(batches.flatMap((batch) => batch.intents.map(({ id }) => id)).toSorted()).toEqual(
          queue.map(({ id }) => id).toSorted(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('repeats a request with exactly its marks, whatever another tab marked between them', () => {
    const mark = (id: string, verb: Mark['verb'], sentAs?: string): Mark & QueuedIntent => ({
      id,
      kind: 'mark',
      subject: 'feed',
      verb,
      ids: [id],
      ...(sentAs !== undefined && { sentAs }),
    })
    const all: MarkAll = { id: 'all', kind: 'markAll', subject: 'feed', verb: 'seen' }
    const queue = [mark('a', 'read', 'key'), all, { ...mark('b', 'unread'), id: 'c' }, mark('b', 'read', 'key')]
    expect(batchesOf(queue).map((batch) => batch.intents.map(({ id }) => id))).toEqual([['a', 'b'], ['all'], ['c']])
  })

  it('gives each intent of a kind that joins none a request', () => {
    const use = (id: string): ActionIntent => ({ id, kind: 'action', subject: 'feed', ids: [id], button: 'primary' })
    expect(batchesOf([use('a'), use('b')]).map(({ joined }) => joined.ids)).toEqual([['a'], ['b']])
  })

  it('puts messages into one request that go to one place', () => {
    const move = (id: string, verb: TriageIntent['verb'], snoozeUntil?: string): TriageIntent => ({
      id,
      kind: 'triage',
      subject: 'feed',
      verb,
      ids: [id],
      snoozeUntil,
    })
    const queue = [
      move('a', 'archive'),
      move('b', 'snooze', 'noon'),
      move('c', 'archive'),
      move('d', 'snooze', 'noon'),
      move('e', 'snooze', 'night'),
      move('f', 'delete'),
    ]
    expect(batchesOf(queue).map(({ joined }) => joined)).toMatchObject([
      { verb: 'archive', ids: ['a', 'c'] },
      { verb: 'snooze', snoozeUntil: 'noon', ids: ['b', 'd'] },
      { verb: 'snooze', snoozeUntil: 'night', ids: ['e'] },
      { verb: 'delete', ids: ['f'] },
    ])
    const many = Array.from({ length: maxMoved + 1 }, (_, index) => move(`n${index}`, 'archive'))
    expect(batchesOf(many).map(({ intents: { length } }) => length)).toEqual([maxMoved, 1])
  })

  it('puts marks of one verb into one request, as many as it may hold', () => {
    const queue = Array.from({ length: maxMessages + 1 }, (_, place): Mark => ({
      id: `mark ${place}`,
      kind: 'mark',
      subject: 'feed',
      verb: 'seen',
      ids: [`n${place}`],
    }))
    expect(batchesOf(queue).map(({ intents: { length } }) => length)).toEqual([maxMessages, 1])
  })
})
