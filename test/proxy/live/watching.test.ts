import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { realEnvironment } from '../../../src/live/liveEnvironment.ts'
import { feedPage, notification } from '../../contract/samples.ts'
import { json } from '../upstream.ts'
import { settle, setUpLive } from './setUpLive.ts'

const page = (change: object = {}) => json({ ...feedPage, data: [{ ...notification, ...change }] })

describe('a watching proxy', () => {
  it('polls the newest 20 notifications of each connected subscriber once, at its interval', async () => {
    const { open, requests, clock } = setUpLive({ live: { watchInterval: 5_000 } })
    await open('pia')
    await open('pia')
    await open('kim')
    const feedOf = (id: string) => `https://service.example.com/v1/subscribers/${id}/notifications/feed?limit=20`
    expect(requests.map(({ url }) => url)).toEqual([feedOf('pia'), feedOf('kim')])
    await clock.advance(4_999)
    expect(requests).toHaveLength(2)
    await clock.advance(1)
    expect(requests.slice(2).map(({ url }) => url)).toEqual([feedOf('pia'), feedOf('kim')])
    await clock.advance(10_000)
    expect(requests).toHaveLength(8)
  })

  it('stops when the last stream of the subscriber closes', async () => {
    const { open, requests, clock } = setUpLive({ live: { watchInterval: 1_000 } })
    const [first, second, kim] = [await open('pia'), await open('pia'), await open('kim')]
    await kim.cancel()
    await second.cancel()
    await clock.advance(1_000)
    expect(requests.slice(2).map(({ url }) => url)).toEqual([expect.stringContaining('/pia/')])
    await first.cancel()
    // The end of the wait for another browser, and the next call of a service without a stream.
    expect(clock.timers()).toBe(2)
    await clock.advance(60_000)
    expect([requests.length, clock.timers()]).toEqual([3, 0])
  })

  it('cancels a poll whose subscriber has left, and hints nothing for it', async () => {
    let signal: AbortSignal | null | undefined
    const serve = vi.fn((_url: string, init: RequestInit) => {
      signal = init.signal
      return new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    })
    const { open, onError, clock } = setUpLive({ live: { watchInterval: 1_000 }, serve })
    const { cancel } = await open('pia')
    await cancel()
    expect(signal?.aborted).toBe(true)
    await clock.advance(60_000)
    expect([serve.mock.calls.length, onError.mock.calls]).toEqual([1, []])
  })

  it.each([
    ['a new notification', { _id: 'msg_2' }],
    ['a read one', { read: !notification.read }],
    ['a seen one', { seen: !notification.seen }],
    ['changed content', { content: 'Changed' }],
  ])('hints the subscriber’s streams of %s, once', async (_, change) => {
    let answer = () => page()
    const { open, clock } = setUpLive({
      live: { watchInterval: 1_000 },
      serve: (url) => (url.includes('/pia/') ? answer() : page()),
    })
    const [first, second, kim] = [await open('pia'), await open('pia'), await open('kim')]
    await clock.advance(3_000)
    expect(first.hints()).toEqual([])
    answer = () => page(change)
    await clock.advance(5_000)
    expect([first.hints(), second.hints(), kim.hints()]).toEqual([[{}], [{}], []])
    expect(first.statuses()).toEqual([false])
  })

  it('polls again after a failure, reports it once, and hints because it has missed polls', async () => {
    let answer = () => json({ message: 'Busy' }, 503)
    const { open, clock, onError } = setUpLive({ live: { watchInterval: 1_000 }, serve: () => answer() })
    const { hints } = await open('pia')
    await clock.advance(3_000)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 503 }), {
      requestId: expect.any(String),
      operation: 'live',
      subscriberId: 'pia',
    })
    answer = () => page()
    await clock.advance(3_000)
    expect(hints()).toEqual([{}])
    answer = () => json({ message: 'Busy' }, 503)
    await clock.advance(3_000)
    expect(onError).toHaveBeenCalledTimes(2)
    answer = () => page()
    await clock.advance(3_000)
    expect(hints()).toEqual([{}])
  })

  it('does not poll while the service’s hints cover every change', async () => {
    const { open, requests, connections, clock } = setUpLive({
      answers: ['stream'],
      live: { watchInterval: 1_000 },
    })
    await open('pia')
    await connections[0]?.send('status', { complete: true })
    const before = requests.length
    await clock.advance(10_000)
    expect(requests).toHaveLength(before)
    await connections[0]?.send('status', { complete: false })
    await clock.advance(2_000)
    expect(requests).toHaveLength(before + 2)
  })

  it('waits as long as a timer can if its interval and the timeout are Infinity', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open, requests, connections } = setUpLive({
      answers: ['silence'],
      timeout: Infinity,
      live: { watchInterval: Infinity, environment: { schedule: realEnvironment.schedule } },
    })
    await open('pia')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([requests.length, connections.length]).toEqual([1, 1])
  })

  it('is off by default', async () => {
    const { open, requests, clock } = setUpLive()
    await open('pia')
    await clock.advance(600_000)
    await settle()
    expect(requests).toEqual([])
  })
})
