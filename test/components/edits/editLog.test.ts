import { describe, expect, it, vi } from 'vitest'
import { createEditLog, phaseOf, shownFields } from '../../../src/components/edits/editLog.ts'
import * as fc from '../../setup/fastCheck.ts'

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
  const log = createEditLog()
  const fetched = { a: 'old' }
  const calls: { value: string; settle: (succeeds: boolean) => void }[] = []
  const set = (value: string) =>
    log.change(fetched, { a: value }, () => {
      const { promise, settle } = pending()
      calls.push({ value, settle })
      return promise
    })
  const state = () => `${String(shownFields(fetched, log.getState())['a'])} ${phaseOf('a', fetched, log.getState())}`
  return { log, calls, set, state }
}

describe('createEditLog', () => {
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

  it('saves only the latest queued change', async () => {
    const { calls, set, state } = oneField()
    set('first')
    set('second')
    set('third')
    calls[0]?.settle(true)
    await settled()
    expect(calls.map(({ value }) => value)).toEqual(['first', 'third'])
    calls[1]?.settle(true)
    await settled()
    expect(state()).toBe('third saved')
  })

  it('drops a saved change when the fetched data changes', async () => {
    const { log, calls, set, state } = oneField()
    set('new')
    calls[0]?.settle(true)
    await settled()
    log.prune({ a: 'elsewhere' })
    log.prune({ a: 'old' })
    expect(state()).toBe('old undefined')
  })

  it('shows the second of two changes while the result of the first one is fetched', async () => {
    for (const succeeds of [true, false]) {
      const { log, calls, set } = oneField()
      set('first')
      set('second')
      calls[0]?.settle(true)
      await settled()
      const fetched = { a: 'first' }
      log.prune(fetched)
      calls[1]?.settle(succeeds)
      await settled()
      expect(shownFields(fetched, log.getState())).toEqual({ a: succeeds ? 'second' : 'first' })
      expect(phaseOf('a', fetched, log.getState())).toBe(succeeds ? 'saved' : 'failed')
      log.prune({ a: 'second' })
      expect(log.getState()).toEqual([])
    }
  })

  it('shows the failure of a change that its app shows itself until then', async () => {
    const { log, calls, set, state } = oneField()
    set('new')
    log.prune({ a: 'new' })
    calls[0]?.settle(false)
    await settled()
    log.prune({ a: 'old' })
    expect(state()).toBe('old failed')
  })

  it('notifies its listeners', () => {
    const { log, set } = oneField()
    const listener = vi.fn()
    const stop = log.subscribe(listener)
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
        const log = createEditLog()
        const fetched = { a: 0, b: 0, c: 0 }
        const host: Record<string, number> = { ...fetched }
        const open: { settle: (succeeds: boolean) => void }[] = []
        const shown = (field: string) => shownFields(fetched, log.getState())[field]
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
          log.change(fetched, Object.fromEntries(fields.map((field) => [field, value])), save)
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
