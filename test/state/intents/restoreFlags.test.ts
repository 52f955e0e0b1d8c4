import { describe, expect, it } from 'vitest'
import { maxMessages, maxMoved } from '../../../src/state/intents/requestsOf.ts'
import { restoreFlags } from '../../../src/state/intents/restoreFlags.ts'
import { allFlags, changes, type Flags, isSameFlags, predict, type Verb } from '../../../src/state/model/mark.ts'

/** An unread message is never in the archive, and a deletion can't be undone. */
const states = allFlags.filter(({ read, archived }) => read || !archived)
const verbs = (Object.keys(changes) as Verb[]).filter((verb) => verb !== 'delete')

type Steps = ReturnType<typeof restoreFlags>

/** Does the steps, each of which must change each of its messages. */
const run = (steps: Steps, flags: Map<string, Flags>) => {
  for (const { choice } of steps)
    for (const id of choice.ids ?? []) {
      const before = flags.get(id) as Flags
      const after = predict(before, choice.verb as Verb, choice.snoozeUntil as string | undefined)
      expect(isSameFlags(before, after)).toBe(false)
      flags.set(id, after)
    }
  return flags
}

describe('restoreFlags', () => {
  it.each(verbs)('restores each state after "%s", in no more steps than it takes', (verb) => {
    const snoozed = { read: true, seen: true, snoozedUntil: 'night' }
    const before = new Map([...states, snoozed].map((flags, index) => [`n${index}`, flags]))
    const change = (flags: Flags) => predict(flags, verb, verb === 'snooze' ? 'noon' : undefined)
    const after = new Map([...before].map(([id, flags]) => [id, change(flags)]))
    const restored = run(restoreFlags(before, change), after)
    for (const [id, flags] of before) expect(isSameFlags(restored.get(id) as Flags, flags)).toBe(true)
  })

  it('puts as many messages into a request as it may hold', () => {
    const before = new Map(
      Array.from({ length: maxMessages + 1 }, (_, index) => [`n${index}`, { read: false, seen: true }]),
    )
    const sizes = restoreFlags(before, (flags) => predict(flags, 'archive')).map(({ kind, choice }) => [
      kind,
      choice.ids?.length,
    ])
    expect(sizes).toEqual([
      ['triage', maxMoved],
      ['triage', maxMoved],
      ['triage', 1],
      ['mark', maxMessages],
      ['mark', 1],
    ])
  })
})
