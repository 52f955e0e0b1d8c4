import { expect, test } from 'vitest'
import { createLiveHub } from '../../../src/live/index.ts'
import { createHintStreams } from '../../../src/service/live/hintStreams.ts'
import { manualEnvironment, settle } from '../../live/manualEnvironment.ts'
import { memoryBus } from '../../live/memoryBus.ts'
import { readStream } from '../support/eventStream.ts'

const setUp = (withBus = false) => {
  const clock = manualEnvironment()
  const bus = memoryBus()
  const hub = createLiveHub({ environment: clock.environment, ...(withBus && { bus: bus.bus }) })
  const streams = createHintStreams(hub, { ...clock.environment, newId: () => 'epoch' })
  const request = (lastId?: string, signal?: AbortSignal) =>
    new Request('http://service.test/v1/live', {
      ...(lastId !== undefined && { headers: { 'last-event-id': lastId } }),
      ...(signal && { signal }),
    })
  return {
    clock,
    bus,
    hub,
    streams,
    openRaw: () => streams.open(request()),
    open: async (lastId?: string, signal?: AbortSignal) => {
      const stream = readStream(streams.open(request(lastId, signal)))
      await settle()
      return stream
    },
    /** Publishes a hint that is not joined with others. */
    publish: async (...subscriberIds: string[]) => {
      hub.publish({ subscriberIds })
      await clock.advance(20)
    },
  }
}

const status = (complete: boolean, id?: string) => ({ event: 'status', id, data: { complete } })
const hint = (number: number, ...subscriberIds: string[]) => ({
  event: 'hint',
  id: `epoch.${number}`,
  data: { subscriberIds },
})

test('starts with a comment and the status, then sends each hint with an id', async () => {
  const { open, hub, publish, clock } = setUp()
  const stream = await open()
  expect([stream.comments(), stream.events]).toEqual([1, [status(true, 'epoch.0')]])
  expect(Object.fromEntries(stream.response.headers)).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })

  await publish('ada', 'bob')
  hub.publish({ subscriberIds: 'all', streamId: 's1' })
  await clock.advance(20)

  expect(stream.events.slice(1)).toEqual([
    hint(1, 'ada', 'bob'),
    { event: 'hint', id: 'epoch.2', data: { subscriberIds: 'all', streamId: 's1' } },
  ])
})

test('sends a comment every 20 seconds, with one timer for all streams, and none without a stream', async () => {
  const { open, clock } = setUp()
  expect(clock.timers()).toBe(0)
  const [first, second] = [await open(), await open()]
  expect(clock.timers()).toBe(1)

  await clock.advance(60_000)
  expect([first.comments(), second.comments()]).toEqual([4, 4])

  await Promise.all([first.cancel(), second.cancel()])
  await clock.advance(20_000)
  expect(clock.timers()).toBe(0)
  const third = await open()
  await clock.advance(20_000)
  expect(third.comments()).toBe(2)
})

test('sends the status after each change', async () => {
  const { open, clock, bus } = setUp(true)
  await clock.advance(0)
  const stream = await open()
  bus.drops = true
  await clock.advance(15_000)
  bus.drops = false
  await clock.advance(10_000)

  expect(stream.events).toEqual([
    status(true, 'epoch.1'),
    status(false, 'epoch.1'),
    status(true, 'epoch.1'),
    { event: 'hint', id: 'epoch.2', data: { subscriberIds: 'all' } },
  ])
})

test('after a bus that does not work from the start: incomplete first', async () => {
  const { open, bus } = setUp(true)
  bus.drops = true

  expect((await open()).events).toEqual([status(false, 'epoch.0')])
})

test('a reader that reconnects gets the hints that it missed, and no other', async () => {
  const { open, publish } = setUp()
  for (const id of ['a', 'b', 'c']) await publish(id)

  expect((await open('epoch.1')).events).toEqual([status(true), hint(2, 'b'), hint(3, 'c')])
  expect((await open('epoch.0')).events).toEqual([status(true), hint(1, 'a'), hint(2, 'b'), hint(3, 'c')])
  expect((await open('epoch.3')).events).toEqual([status(true)])
  expect((await open()).events).toEqual([status(true, 'epoch.3')])
})

test.each(['other.1', 'epoch.4', 'epoch.-1', 'epoch.1.5', 'epoch.x', 'epoch.1e0x', 'epoch', ' '])(
  'the id %j is unknown: lost',
  async (id) => {
    const { open, publish } = setUp()
    for (const each of ['a', 'b', 'c']) await publish(each)

    expect((await open(id)).events).toEqual([status(true), { event: 'lost', id: 'epoch.3', data: {} }])
  },
)

test('remembers 1,000 hints', async () => {
  const { open, publish } = setUp()
  for (let count = 0; count < 1002; count++) await publish('ada')

  expect((await open('epoch.2')).hints()).toHaveLength(1000)
  expect((await open('epoch.1')).events.at(-1)).toMatchObject({ event: 'lost' })
})

test('remembers hints for 5 minutes', async () => {
  const { open, publish, clock } = setUp()
  await publish('ada')
  await publish('bob')
  await clock.advance(5 * 60_000 - 20)
  expect((await open('epoch.0')).hints()).toHaveLength(2)

  await clock.advance(1)
  expect((await open('epoch.0')).events.at(-1)).toMatchObject({ event: 'lost' })
  expect((await open('epoch.1')).hints()).toHaveLength(1)
})

test('remembers 4 MiB', async () => {
  const { open, publish } = setUp()
  const large = 'x'.repeat(200 * 1024)
  for (let count = 0; count < 30; count++) await publish(large)

  expect((await open('epoch.10')).hints()).toHaveLength(20)
  expect((await open('epoch.9')).events.at(-1)).toMatchObject({ event: 'lost' })
})

test('a hint of more than 256 KiB is one for all', async () => {
  const { open, publish } = setUp()
  const stream = await open()

  await publish(...Array.from({ length: 30_000 }, (_, index) => `subscriber-${index}`))

  expect(stream.hints()).toEqual([{ subscriberIds: 'all' }])
})

test('a reader that does not read is disconnected, and the others continue', async () => {
  const { openRaw, open, publish } = setUp()
  const { body } = openRaw()
  const other = await open()
  const large = 'x'.repeat(200 * 1024)

  for (let count = 0; count < 39; count++) await publish(large)
  const waiting = body?.getReader()
  await publish(large)
  await publish(large)

  // Its queue is discarded.
  await expect(waiting?.read()).rejects.toThrow('does not read')
  expect(other.hints()).toHaveLength(41)
})

test('a reader that cancels or aborts is freed', async () => {
  const { open, publish, clock } = setUp()
  const controller = new AbortController()
  const [canceled, aborted] = [await open(), await open(undefined, controller.signal)]

  await canceled.cancel()
  controller.abort()
  expect(await aborted.ended).toBeUndefined()
  await publish('ada')

  expect([canceled.hints(), aborted.hints()]).toEqual([[], []])
  await clock.advance(20_000)
  // Without streams the comments stop.
  expect(clock.timers()).toBe(0)
})

test('a request that is already aborted gets a stream that has ended', async () => {
  const { open, clock } = setUp()

  const stream = await open(undefined, AbortSignal.abort())

  expect(await stream.ended).toBeUndefined()
  await clock.advance(20_000)
  expect(clock.timers()).toBe(0)
})

test('close ends all streams and timers', async () => {
  const { open, streams, publish, clock } = setUp()
  const [first, second] = [await open(), await open()]

  streams.close()
  await publish('ada')

  expect(await Promise.all([first.ended, second.ended])).toEqual([undefined, undefined])
  expect([first.hints(), second.hints(), clock.timers()]).toEqual([[], [], 0])
})
