import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { livePathOf, settle, setUpLive } from './setUpLive.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const comments = (text: string) => text.split('\n\n').filter((part) => part === ':').length

describe('an open stream', () => {
  it('gets a comment every 20 seconds, with one timer for all streams', async () => {
    const { open, clock, proxy } = setUpLive()
    const first = await open('pia')
    await clock.advance(5_000)
    const second = await open('kim')
    // The wheel, and the next call of a service without a stream.
    expect(clock.timers()).toBe(2)
    await clock.advance(14_999)
    expect([comments(first.text()), comments(second.text())]).toEqual([0, 0])
    await clock.advance(1)
    expect([comments(first.text()), comments(second.text())]).toEqual([1, 0])
    await clock.advance(5_000)
    expect([comments(first.text()), comments(second.text())]).toEqual([1, 1])
    await clock.advance(100_000)
    expect([comments(first.text()), comments(second.text())]).toEqual([6, 6])
    void proxy.close()
  })

  it.each([
    [0, 540_000],
    [0.5, 600_000],
    [0.999, 659_880],
  ])('ends by itself after ten minutes, give or take one: random %d', async (random, lifetime) => {
    const { open, clock } = setUpLive({ live: { environment: { random: () => random } } })
    const stream = await open()
    // Streams end when their comment is due.
    await clock.advance(lifetime - 20_000)
    expect(stream.state()).toBe('open')
    await clock.advance(40_000)
    expect(stream.state()).toBe('ended')
    await clock.advance(30_000)
    expect(clock.timers()).toBe(0)
  })

  it.each(['cancels the body', 'aborts the request'])('is freed if the browser %s', async (how) => {
    const { open, clock, connections, send } = setUpLive({ answers: ['stream'], live: { maxStreams: 1 } })
    const controller = new AbortController()
    const stream = await open('pia', { signal: controller.signal })
    if (how === 'cancels the body') await stream.cancel()
    else {
      controller.abort()
      await settle()
    }
    expect(stream.state()).toBe('ended')
    await clock.advance(30_000)
    expect([clock.timers(), connections[0]?.signal?.aborted]).toEqual([0, true])
    // The signal can abort after the body was canceled, and the reverse.
    controller.abort()
    await stream.cancel()
    expect((await send(livePathOf('pia'))).status).toBe(200)
    expect((await send(livePathOf('pia'))).status).toBe(503)
  })

  it('is freed by the request’s signal, although nothing else refers to the request', async () => {
    const { send, clock } = setUpLive()
    const controller = new AbortController()
    const { body } = await send(livePathOf('pia'), { signal: controller.signal })
    const reader = body?.getReader()
    expect(await reader?.read()).toMatchObject({ done: false })
    collectGarbage()
    await settle()
    collectGarbage()
    controller.abort()
    expect(await reader?.read()).toMatchObject({ done: true })
    await clock.advance(600_000)
    expect(clock.timers()).toBe(0)
  })
})

describe('a reader that does not read', () => {
  const setUp = async () => {
    const set = setUpLive({ answers: ['stream'] })
    const response = await set.send(livePathOf('pia'))
    await settle()
    const [service] = set.connections
    if (!service || !response.body) throw new Error('The proxy has not connected.')
    const reader = response.body.getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    return { ...set, service, read, reader }
  }

  it('has no queue: it gets the newest status and one hint when it reads', async () => {
    const { service, read, clock } = await setUp()
    await service.send('status', { complete: true })
    await service.send('status', { complete: false })
    await service.send('status', { complete: true })
    for (let index = 0; index < 100; index++) await service.send('hint', { subscriberIds: ['pia'] }, String(index))
    await clock.advance(40_000)
    expect(await read()).toContain('data: {"complete":true}')
    expect(await read()).toBe('event: hint\ndata: {}\n\n')
    const next = read()
    await service.send('hint', { subscriberIds: ['pia'] }, '101')
    expect(await next).toBe('event: hint\ndata: {}\n\n')
    await service.send('status', { complete: false })
    await service.send('status', { complete: true })
    expect(await read()).toBe('event: status\ndata: {"complete":true}\n\n')
  })

  it('is disconnected at the third comment in a row that it does not read', async () => {
    const { reader, read, clock } = await setUp()
    await clock.advance(59_999)
    await read()
    await read()
    const comment = read()
    await clock.advance(1)
    expect(await comment).toBe(':\n\n')
    await clock.advance(59_999)
    const closed = reader.closed.then(
      () => 'ended',
      (error: unknown) => String(error),
    )
    expect(await Promise.race([closed, settle()])).toBeUndefined()
    await clock.advance(1)
    expect(await Promise.race([closed, settle()])).toBe('TimeoutError: The reader of this stream does not read.')
    await clock.advance(30_000)
    expect(clock.timers()).toBe(0)
  })
})
