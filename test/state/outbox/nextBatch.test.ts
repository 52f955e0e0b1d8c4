import { describe, expect, it } from 'vitest'
import { markVerbs } from '../../../src/contract/inbox/constants.ts'
import { type Flags, type Mark, predict, type QueuedMark } from '../../../src/state/model/mark.ts'
import { type Batch, maxMessages, nextBatch } from '../../../src/state/outbox/outbox.ts'
import * as fc from '../../setup/fastCheck.ts'

const ids = ['a', 'b', 'c', 'd']

const marks: fc.Arbitrary<Mark[]> = fc
  .array(
    fc.record({
      verb: fc.constantFrom(...markVerbs),
      target: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({ kind: fc.constant('messages' as const), ids: fc.subarray(ids, { minLength: 1 }) }),
        },
        { weight: 1, arbitrary: fc.constant({ kind: 'all' as const, feeds: undefined }) },
      ),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((mark, place) => ({ ...mark, id: String(place) })))

const applied = (steps: readonly Pick<Mark, 'verb' | 'target'>[]) => {
  const flags = new Map<string, Flags>(ids.map((id) => [id, { read: false, seen: false }]))
  for (const { verb, target } of steps)
    for (const [id, before] of flags)
      if (target.kind === 'all' || target.ids.includes(id)) flags.set(id, predict(before, verb))
  return flags
}

const batchesOf = (queue: readonly Mark[]): Batch[] => {
  const batch = nextBatch(queue)
  return batch ? [batch, ...batchesOf(queue.filter((mark) => !batch.marks.includes(mark)))] : []
}

describe('nextBatch', () => {
  it('changes nothing about what the marks do, and sends each once', () => {
    fc.assert(
      fc.property(marks, (queue) => {
        const batches = batchesOf(queue)
        expect(applied(batches)).toEqual(applied(queue))
        expect(batches.flatMap((batch) => batch.marks.map(({ id }) => id)).toSorted()).toEqual(
          queue.map(({ id }) => id).toSorted(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('repeats a request with exactly its marks, whatever another tab marked between them', () => {
    const mark = (id: string, verb: Mark['verb'], sentAs?: string): QueuedMark => ({
      id,
      verb,
      target: { kind: 'messages', ids: [id] },
      ...(sentAs !== undefined && { sentAs }),
    })
    const all: QueuedMark = { id: 'all', verb: 'seen', target: { kind: 'all', feeds: undefined } }
    const queue = [mark('a', 'read', 'key'), all, mark('c', 'read'), mark('b', 'read', 'key')]
    expect(batchesOf(queue).map((batch) => batch.marks.map(({ id }) => id))).toEqual([['a', 'b'], ['all'], ['c']])
  })

  it('puts marks of one verb into one request, as many as it may hold', () => {
    const queue = Array.from({ length: maxMessages + 1 }, (_, place): Mark => ({
      id: `mark ${place}`,
      verb: 'seen',
      target: { kind: 'messages', ids: [`n${place}`] },
    }))
    expect(batchesOf(queue).map(({ marks: { length } }) => length)).toEqual([maxMessages, 1])
  })
})
