import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createEditMemory, currentEdit } from '../../../src/components/edits/editMemory.ts'

/** A promise, and the functions that settle it. */
const pending = () => {
  let settle = (_succeeds: boolean) => {}
  const promise = new Promise<void>((resolve, reject) => {
    settle = (succeeds) => (succeeds ? resolve() : reject(new Error('Not saved')))
  })
  return { promise, settle }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const oneField = () => {
  const memory = createEditMemory<string>()
  const calls: { value: string; settle: (succeeds: boolean) => void }[] = []
  const set = (value: string) => {
    const save = () => {
      const { promise, settle } = pending()
      calls.push({ value, settle })
      return promise
    }
    memory.change({ line: 'a', fields: new Map([['a', { reported: 'old', value }]]), save })
  }
  const state = () => {
    const edit = currentEdit(memory.snapshot().get('a'), 'old')
    return edit && `${edit.shown} ${edit.phase}`
  }
  return { memory, calls, set, state }
}

describe('createEditMemory', () => {
  it('shows a change at once, and reverts it if it fails to save', async () => {
    const { calls, set, state } = oneField()
    set('new')
    expect(state()).toBe('new saving')
    calls[0]?.settle(false)
    await settled()
    expect(state()).toBe('old failed')
    set('newer')
    calls[1]?.settle(true)
    await settled()
    expect(state()).toBe('newer saved')
  })

  it('does not revert a newer change when an older one fails', async () => {
    const { calls, set, state } = oneField()
    set('first')
    set('second')
    calls[0]?.settle(false)
    await settled()
    expect(state()).toBe('second saving')
    calls[1]?.settle(true)
    await settled()
    expect(state()).toBe('second saved')
  })

  it('reverts to the last saved value, not to the last shown one', async () => {
    const { calls, set, state } = oneField()
    set('first')
    set('second')
    calls[0]?.settle(true)
    await settled()
    calls[1]?.settle(false)
    await settled()
    expect(state()).toBe('first failed')
  })

  it('saves only the latest queued change, and no value that is already saved', async () => {
    const { calls, set, state } = oneField()
    set('first')
    set('second')
    set('third')
    calls[0]?.settle(true)
    await settled()
    expect(calls.map(({ value }) => value)).toEqual(['first', 'third'])
    set('fourth')
    set('third')
    calls[1]?.settle(true)
    await settled()
    expect(calls).toHaveLength(2)
    expect(state()).toBe('third saved')
  })

  it('drops a saved change when the fetched data changes', async () => {
    const { memory, calls, set, state } = oneField()
    set('new')
    calls[0]?.settle(true)
    await settled()
    memory.report('a', 'elsewhere')
    memory.report('a', 'old')
    expect(state()).toBeUndefined()
  })

  it('notifies its listeners', () => {
    const { memory, set } = oneField()
    const listener = vi.fn()
    const stop = memory.subscribe(listener)
    set('new')
    expect(listener).toHaveBeenCalledOnce()
    stop()
    set('newer')
    expect(listener).toHaveBeenCalledOnce()
  })

  it('ends with the values of the service, whatever fails and in whatever order fields change', async () => {
    const names = fc.constantFrom('a', 'b', 'c')
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('change' as const),
        fields: fc.uniqueArray(names, { minLength: 1 }),
        value: fc.nat(3),
      }),
      fc.record({ kind: fc.constant('settle' as const), succeeds: fc.boolean() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const memory = createEditMemory<number>()
        const host: Record<string, number> = { a: 0, b: 0, c: 0 }
        const reported = { ...host }
        const open: { settle: (succeeds: boolean) => void }[] = []
        const shown = (field: string) =>
          currentEdit(memory.snapshot().get(field), reported[field] ?? 0)?.shown ?? reported[field]
        const settleOne = async (succeeds: boolean) => {
          expect(open.length).toBeLessThanOrEqual(1)
          open.shift()?.settle(succeeds)
          await settled()
        }
        for (const next of steps) {
          if (next.kind === 'settle') {
            // eslint-disable-next-line no-await-in-loop
            await settleOne(next.succeeds)
            continue
          }
          const { fields, value } = next
          const save = async () => {
            const { promise, settle } = pending()
            open.push({ settle })
            await promise
            for (const field of fields) host[field] = value
          }
          memory.change({
            line: 'all',
            fields: new Map(fields.map((field) => [field, { reported: reported[field] ?? 0, value }])),
            save,
          })
          for (const field of fields) expect(shown(field)).toBe(value)
        }
        // eslint-disable-next-line no-await-in-loop
        while (open.length > 0) await settleOne(true)
        for (const field of ['a', 'b', 'c']) expect(shown(field)).toBe(host[field])
      }),
      { numRuns: 200 },
    )
  })
})
