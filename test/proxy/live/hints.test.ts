import { describe, expect, it, vi } from 'vitest'
import { createLiveHub, type Hint, type LiveHub } from '../../../src/live/index.ts'
import { json, paths } from '../upstream.ts'
import { settle, setUpLive } from './setUpLive.ts'

/** A hub without timers, which joins nothing. */
const plainHub = () => {
  const listeners = new Set<(hint: Hint) => void>()
  const published: Hint[] = []
  const hub: LiveHub = {
    ...createLiveHub(),
    publish: (hint) => {
      published.push(hint)
      for (const listener of listeners) listener(hint)
    },
    subscribeAll: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { hub, published, listeners, publish: async (hint: Hint) => (hub.publish(hint), settle()) }
}

describe('a hint of the hub', () => {
  it('reaches every stream of its subscribers, and no other', async () => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub } })
    const [phone, desktop, kim] = [await open('pia'), await open('pia'), await open('kim')]
    await publish({ subscriberIds: ['pia', 'unknown', 'pia'] })
    await publish({ subscriberIds: ['nobody'] })
    await publish({ subscriberIds: [] })
    expect([phone.hints(), desktop.hints(), kim.hints()]).toEqual([[{}], [{}], []])
  })

  it('has the flag early', async () => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub } })
    const { hints } = await open('pia')
    await publish({ subscriberIds: ['pia'], early: true })
    await publish({ subscriberIds: ['pia'], early: false })
    expect(hints()).toEqual([{ early: true }, {}])
  })

  it('does not reach the stream that caused the change', async () => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub } })
    const [own, other, older] = [
      await open('pia', { streamId: 'one' }),
      await open('pia', { streamId: 'two' }),
      await open('pia'),
    ]
    await publish({ subscriberIds: ['pia'], streamId: 'one' })
    expect([own.hints(), other.hints(), older.hints()]).toEqual([[], [{}], [{}]])
    await publish({ subscriberIds: ['pia'] })
    expect([own.hints(), other.hints(), older.hints()]).toEqual([[{}], [{}, {}], [{}, {}]])
  })

  it('never makes the stream complete', async () => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub } })
    const { statuses } = await open('pia')
    await publish({ subscriberIds: 'all' })
    expect([hub.isConnected(), statuses()]).toEqual([true, [false]])
  })

  it('is received from the first stream on, until 30 seconds after the last one or close()', async () => {
    const { hub, listeners } = plainHub()
    const { open, clock, proxy } = setUpLive({ live: { hub } })
    expect(listeners.size).toBe(0)
    const first = await open('pia')
    const second = await open('kim')
    expect(listeners.size).toBe(1)
    await first.cancel()
    await second.cancel()
    await clock.advance(29_000)
    const third = await open('pia')
    expect(listeners.size).toBe(1)
    await clock.advance(60_000)
    await third.cancel()
    await clock.advance(29_999)
    expect(listeners.size).toBe(1)
    await clock.advance(1)
    expect(listeners.size).toBe(0)
    await open('pia')
    void proxy.close()
    await clock.advance(3_000)
    expect(listeners.size).toBe(0)
  })
})

describe('a hint for many', () => {
  it.each([
    [2, 200, 10],
    [20, 200, 100],
    [100, 100, 1_000],
    [3, 1_000, 3],
    [3, 7, 429],
    [100, 1, 20_000],
  ])('is spread: %d streams, %d requests per second', async (count, requestsPerSecond, spread) => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub, requestsPerSecond } })
    const streams = await Promise.all(Array.from({ length: count }, (_, index) => open(`s${index}`)))
    await publish({ subscriberIds: 'all' })
    await publish({ subscriberIds: streams.map((_, index) => `s${index}`) })
    for (const { hints } of streams) expect(hints()).toEqual([{ spread }, { spread }])
  })

  it('is spread over 200 requests per second by default', async () => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub } })
    const [{ hints }] = [await open('pia'), await open('pia'), await open('kim'), await open('ada')]
    await publish({ subscriberIds: 'all', early: true })
    expect(hints()).toEqual([{ spread: 20, early: true }])
  })

  it('is not spread if it reaches one subscriber only', async () => {
    const { hub, publish } = plainHub()
    const { open } = setUpLive({ live: { hub } })
    const [first, second] = [await open('pia'), await open('pia')]
    await publish({ subscriberIds: 'all' })
    await publish({ subscriberIds: ['pia', 'kim'] })
    const kim = await open('kim', { streamId: 'k' })
    await publish({ subscriberIds: 'all', streamId: 'k' })
    expect([first.hints(), second.hints(), kim.hints()]).toEqual([[{}, {}, {}], [{}, {}, {}], []])
  })
})

describe('a mark through the proxy', () => {
  const markAs = { messageId: 'msg_1', markAs: 'read' }
  const markAll = { markAs: 'read' }

  it.each([
    [paths.markAs, markAs],
    [paths.markAll, markAll],
  ])('hints the subscriber’s other streams: %s', async (path, body) => {
    const { open, mark, requests } = setUpLive()
    const [own, other, kim] = [await open('pia', { streamId: 'one' }), await open('pia'), await open('kim')]
    expect((await mark(path, body, { streamId: 'one' })).status).toBe(201)
    await settle()
    expect([own.hints(), other.hints(), kim.hints()]).toEqual([[], [{}], []])
    expect(requests.map(({ headers }) => headers.get('tidings-stream'))).toEqual(['one'])
  })

  it('hints all streams of the subscriber without the id of one', async () => {
    const { open, mark, requests } = setUpLive()
    const stream = await open('pia', { streamId: 'one' })
    await mark(paths.markAll, markAll)
    await settle()
    expect(stream.hints()).toEqual([{}])
    expect(requests[0]?.headers.has('tidings-stream')).toBe(false)
  })

  it.each(['', 'a b', 'é', 'x'.repeat(65)])('ignores the invalid id %j', async (streamId) => {
    const { open, mark, requests } = setUpLive()
    const stream = await open('pia', { streamId })
    await mark(paths.markAll, markAll, { streamId })
    await settle()
    expect(stream.hints()).toEqual([{}])
    expect(requests[0]?.headers.has('tidings-stream')).toBe(false)
  })

  it('accepts an id of 64 characters', async () => {
    const { open, mark, requests } = setUpLive()
    const streamId = 'x'.repeat(64)
    const stream = await open('pia', { streamId })
    await mark(paths.markAll, markAll, { streamId })
    await settle()
    expect([stream.hints(), requests[0]?.headers.get('tidings-stream')]).toEqual([[], streamId])
  })

  it('is published to the hub, for other processes too', async () => {
    const { hub, published } = plainHub()
    const { open, mark } = setUpLive({ live: { hub } })
    const [own, other] = [await open('pia', { streamId: 'one' }), await open('pia')]
    await mark(paths.markAll, markAll, { streamId: 'one' })
    await settle()
    expect(published).toEqual([{ subscriberIds: ['pia'], streamId: 'one' }])
    expect([own.hints(), other.hints()]).toEqual([[], [{}]])
  })

  it('hints nothing while the service’s stream is open: the service does', async () => {
    const { hub, published } = plainHub()
    const { open, mark, connections, requests } = setUpLive({ answers: ['stream'], live: { hub } })
    const stream = await open('pia')
    const before = stream.hints().length
    await mark(paths.markAll, markAll, { streamId: 'one' })
    await settle()
    expect([stream.hints().length - before, published]).toEqual([0, []])
    expect(requests[0]?.headers.get('tidings-stream')).toBe('one')
    await connections[0]?.end()
    await mark(paths.markAll, markAll, { streamId: 'one' })
    await settle()
    expect(published).toEqual([{ subscriberIds: ['pia'], streamId: 'one' }])
  })

  it('is the only request that hints: reads do not', async () => {
    const { open, send } = setUpLive()
    const stream = await open('pia')
    expect((await send(paths.feed)).status).toBe(200)
    await settle()
    expect(stream.hints()).toEqual([])
  })

  it('hints nothing if it fails', async () => {
    const serve = vi.fn<() => Response>(() => json({ message: 'Full' }, 500))
    const { open, mark } = setUpLive({ serve })
    const stream = await open('pia')
    expect((await mark(paths.markAs, markAs)).status).toBe(502)
    expect((await mark(paths.markAs, { messageId: 5 })).status).toBe(422)
    await settle()
    expect(stream.hints()).toEqual([])
    expect(serve).toHaveBeenCalledOnce()
  })
})
