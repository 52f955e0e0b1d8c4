import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHintedFetch } from '../../../src/state/live/hintedFetch.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Records when fetches start, in milliseconds. `finds`: how many fetches find nothing new before one does. */
const start = ({ random = 0.5, takes = 0, finds = Number.POSITIVE_INFINITY } = {}) => {
  const startedAt: number[] = []
  const hinted = createHintedFetch({
    monotonic: () => performance.now(),
    random: () => random,
    fetch: async () => {
      startedAt.push(Date.now())
      // In fake time.
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes))
      return startedAt.length > finds
    },
  })
  return { startedAt, ...hinted }
}

describe('after hints', () => {
  it('fetches at once', async () => {
    const { startedAt, onHint } = start()
    void onHint({})
    await vi.advanceTimersByTimeAsync(0)
    expect(startedAt).toEqual([0])
  })

  it('shares one fetch at the end of the second among the hints during it', async () => {
    const { startedAt, onHint } = start()
    for (let at = 0; at < 1_000; at += 100) {
      void onHint({})
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([0, 1_000])
  })

  it('fetches once a second at most while hints go on', async () => {
    const { startedAt, onHint } = start()
    for (let at = 0; at < 10_000; at += 10) {
      void onHint({})
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(startedAt).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000])
  })

  it('waits a random part of the spread', async () => {
    const { startedAt, onHint } = start({ random: 0.25 })
    void onHint({ spread: 8_000 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([2_000])
  })

  it('does not wait for a spread if a hint of its own follows', async () => {
    const { startedAt, onHint } = start({ random: 0.5 })
    void onHint({ spread: 8_000 })
    await vi.advanceTimersByTimeAsync(500)
    void onHint({})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([500])
  })

  it('fetches again if a hint comes during a fetch, after that one', async () => {
    const { startedAt, onHint } = start({ takes: 5_000 })
    void onHint({})
    await vi.advanceTimersByTimeAsync(2_000)
    void onHint({})
    await vi.advanceTimersByTimeAsync(60_000)
    // A timer of 0 ms fires after 1 ms.
    expect(startedAt).toEqual([0, 5_001])
  })

  it('fetches again after 1, 3 and 10 seconds if an early hint brings nothing new', async () => {
    const { startedAt, onHint } = start()
    void onHint({ early: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([0, 1_000, 3_000, 10_000])
  })

  it('stops as soon as an early hint has brought something new', async () => {
    const { startedAt, onHint } = start({ finds: 1 })
    void onHint({ early: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([0, 1_000])
  })

  it('fetches 30 seconds after a mark, and does not delay a hint that follows', async () => {
    const { startedAt, onHint, fetchLater } = start()
    fetchLater()
    await vi.advanceTimersByTimeAsync(20_000)
    fetchLater()
    await vi.advanceTimersByTimeAsync(10_100)
    void onHint({})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([30_000, 30_100])
  })

  it('resolves after the fetch that follows', async () => {
    const { onHint } = start({ takes: 300 })
    let isDone = false
    void onHint({}).then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(299)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(2)
    expect(isDone).toBe(true)
  })

  it('fetches nothing after it is stopped', async () => {
    const { startedAt, onHint, stop } = start()
    void onHint({ spread: 1_000, early: true })
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(startedAt).toEqual([])
  })
})
