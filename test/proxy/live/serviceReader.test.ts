import { describe, expect, it } from 'vitest'
import { json } from '../upstream.ts'
import { setUpLive } from './setUpLive.ts'

const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })

describe('the service’s stream', () => {
  it('is opened once, with the first browser, by the key', async () => {
    const { open, connections, proxy } = setUpLive({ answers: ['stream'] })
    expect(connections).toEqual([])
    await open('pia')
    await open('kim')
    // A redirect could send the key to another server.
    expect(connections.map(({ url, redirect }) => [url, redirect])).toEqual([
      ['https://service.example.com/v1/live', 'manual'],
    ])
    expect(Object.fromEntries(connections[0]?.headers ?? [])).toEqual({
      accept: 'text/event-stream',
      authorization: 'ApiKey top-secret-key',
    })
    void proxy.close()
  })

  it('is closed 30 seconds after the last browser has left', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    const first = await open('pia')
    await connections[0]?.send('hint', { subscriberIds: [] }, 'a.1')
    await first.cancel()
    await clock.advance(29_000)
    const second = await open('pia')
    expect(connections).toHaveLength(1)
    await connections[0]?.write(':\n\n')
    await second.cancel()
    await clock.advance(29_999)
    expect(connections[0]?.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect([connections[0]?.signal?.aborted, clock.timers()]).toEqual([true, 0])
    // The browser has missed nothing: it fetches when it connects.
    await open('pia')
    expect(connections[1]?.headers.has('last-event-id')).toBe(false)
  })

  it('hints the streams of its subscribers, except the one that caused the change', async () => {
    const { open, connections } = setUpLive({ answers: ['stream'] })
    const [own, other, kim] = [await open('pia', { streamId: 'one' }), await open('pia'), await open('kim')]
    const before = own.hints().length
    await connections[0]?.send('hint', { subscriberIds: ['pia'], streamId: 'one' }, 'a.1')
    expect([own.hints().length - before, other.hints(), kim.hints()]).toEqual([0, [{}], []])
    await connections[0]?.send('hint', { subscriberIds: 'all' }, 'a.2')
    expect([other.hints(), kim.hints()]).toEqual([[{}, { spread: 15 }], [{ spread: 15 }]])
  })

  it.each(['{', '[]', '{"subscriberIds":"pia"}', '{"subscriberIds":[5]}', 'null'])(
    'hints everyone if its hint is unreadable: %s',
    async (data) => {
      const { open, connections } = setUpLive({ answers: ['stream'] })
      await open('pia')
      const kim = await open('kim')
      await connections[0]?.write(`event: hint\ndata: ${data}\n\n`)
      expect(kim.hints()).toEqual([{ spread: 10 }])
    },
  )

  it('ignores other events, and events in parts', async () => {
    const { open, connections } = setUpLive({ answers: ['stream'] })
    await open('pia')
    const kim = await open('kim')
    await connections[0]?.write(': comment\n\nevent: other\ndata: {"subscriberIds":["kim"]}\n\nevent: hi')
    expect(kim.hints()).toEqual([])
    await connections[0]?.write('nt\ndata: {"subscriberIds":["kim"]}\n\n')
    expect(kim.hints()).toEqual([{}])
  })
})

describe('the status of the browsers’ streams', () => {
  it('is that of the service’s stream', async () => {
    const { open, connections } = setUpLive({ answers: ['stream'] })
    const first = await open('pia')
    expect(first.statuses()).toEqual([false])
    await connections[0]?.send('status', { complete: true })
    await connections[0]?.send('status', { complete: true })
    const second = await open('kim')
    await connections[0]?.send('status', { complete: false })
    await connections[0]?.send('status', { complete: true })
    expect(first.statuses()).toEqual([false, true, false, true])
    expect(second.statuses()).toEqual([true, false, true])
  })

  it.each(['end', 'break', 'silence'])('is not complete after the %s of the service’s stream', async (how) => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'silence'] })
    const { statuses } = await open('pia')
    await connections[0]?.send('status', { complete: true })
    if (how === 'silence') await clock.advance(45_000)
    else await connections[0]?.end(how === 'break' ? new Error('ECONNRESET') : undefined)
    expect(statuses()).toEqual([false, true, false])
  })
})

describe('a reconnect to the service', () => {
  it('continues after the last hint, without further hints', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream', 'stream'] })
    const { hints } = await open('pia')
    await connections[0]?.send('hint', { subscriberIds: ['pia'] }, 'a.7')
    await connections[0]?.send('status', { complete: true })
    expect(hints()).toEqual([{}, {}])
    await connections[0]?.end()
    await clock.advance(1_000)
    expect(connections[1]?.headers.get('last-event-id')).toBe('a.7')
    expect(hints()).toHaveLength(2)
    await connections[1]?.send('hint', { subscriberIds: ['pia'] }, 'a.8')
    await connections[1]?.end()
    await clock.advance(2_000)
    expect(connections[2]?.headers.get('last-event-id')).toBe('a.8')
    expect(hints()).toHaveLength(3)
  })

  it('hints everyone, spread, if the service has lost hints', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    const [pia, kim] = [await open('pia'), await open('kim')]
    await connections[0]?.send('hint', { subscriberIds: ['unknown'] }, 'a.7')
    await connections[0]?.end()
    await clock.advance(1_000)
    expect(kim.hints()).toEqual([])
    await connections[1]?.send('lost', {})
    expect([pia.hints().at(-1), kim.hints()]).toEqual([{ spread: 10 }, [{ spread: 10 }]])
  })

  it('hints everyone if there was no hint to continue after', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    await open('pia')
    const kim = await open('kim')
    await connections[0]?.send('status', { complete: true })
    await connections[0]?.end()
    expect(kim.hints()).toEqual([])
    await clock.advance(1_000)
    expect(kim.hints()).toEqual([{ spread: 10 }])
  })

  it('hints the streams that were opened before the first connection: anything may have changed since', async () => {
    const { open, clock } = setUpLive({ answers: [new TypeError('fetch failed'), 'stream'] })
    const [pia, kim] = [await open('pia'), await open('kim')]
    expect([pia.hints(), kim.hints()]).toEqual([[], []])
    await clock.advance(1_000)
    expect([pia.hints(), kim.hints()]).toEqual([[{ spread: 10 }], [{ spread: 10 }]])
  })

  /** The times of the reconnects, in milliseconds after the failure before. */
  const delaysOf = async (random: number, failures: number) => {
    const answers = Array.from({ length: failures + 1 }, () => new TypeError('fetch failed'))
    const { open, connections, clock, proxy } = setUpLive({ answers, live: { environment: { random: () => random } } })
    await open('pia')
    const delays: number[] = []
    while (delays.length < failures) {
      const count = connections.length
      let delay = 0
      for (; connections.length === count; delay += 50) await clock.advance(50)
      delays.push(delay)
    }
    void proxy.close()
    return delays
  }

  it('waits longer each time, up to five seconds, with jitter', async () => {
    expect(await delaysOf(0.5, 6)).toEqual([150, 300, 600, 1_200, 2_400, 2_500])
    expect(await delaysOf(1, 6)).toEqual([300, 600, 1_200, 2_400, 4_800, 5_000])
  })

  it('waits longer after connections that open and end at once, and not after stable ones', async () => {
    const { open, connections, clock } = setUpLive({
      answers: ['stream', 'stream', 'stream'],
      live: { environment: { random: () => 1 } },
    })
    await open('pia')
    await connections[0]?.end()
    await clock.advance(300)
    await connections[1]?.end()
    await clock.advance(599)
    expect(connections).toHaveLength(2)
    await clock.advance(1)
    expect(connections).toHaveLength(3)
    await clock.advance(10_000)
    await connections[2]?.end()
    await clock.advance(300)
    expect(connections).toHaveLength(4)
  })

  it('follows a heartbeat that is missing for 45 seconds', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    await open('pia')
    await clock.advance(44_000)
    await connections[0]?.write(':\n\n')
    await clock.advance(44_999)
    expect(connections[0]?.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(connections[0]?.signal?.aborted).toBe(true)
    await clock.advance(1_000)
    expect(connections).toHaveLength(2)
  })

  it.each([
    ['a line without an end', 'data: ', (part: string) => part],
    ['a comment without an end', ':', (part: string) => part],
    ['a name of an event without an end', 'event: ', (part: string) => part],
    ['an id without an end', 'id: ', (part: string) => part],
    ['a field of another kind without an end', 'x', (part: string) => part],
    ['lines of an event without an end', '', (part: string) => `data: ${part}\n`],
  ])('follows %s, and stores no more than a megabyte of it', async (_name, start, wrap) => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    await open('pia')
    const kim = await open('kim')
    await connections[0]?.send('hint', { subscriberIds: [] }, 'a.1')
    await connections[0]?.write(start)
    const part = 'x'.repeat(100_000)
    let parts = 0
    while (connections[0]?.signal?.aborted === false && parts < 20) {
      parts += 1
      await connections[0]?.write(wrap(part))
    }
    expect(parts).toBe(10)
    await clock.advance(1_000)
    // It does not continue after the last hint, because the service would repeat the same.
    expect(connections[1]?.headers.has('last-event-id')).toBe(false)
    expect(kim.hints()).toEqual([{ spread: 10 }])
  })

  it('follows parts of a line that come for 45 seconds', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    await open('pia')
    for (let second = 0; second < 45; second += 1) {
      expect(connections[0]?.signal?.aborted).toBe(false)
      await connections[0]?.write('x')
      await clock.advance(1_000)
    }
    expect(connections[0]?.signal?.aborted).toBe(true)
  })

  it.each(['é', '日本', '', 'x'.repeat(201)])('does not return the id “%s” to the service', async (id) => {
    const { open, connections, clock } = setUpLive({ answers: ['stream', 'stream'] })
    await open('pia')
    await connections[0]?.send('hint', { subscriberIds: [] }, 'a.1')
    await connections[0]?.send('hint', { subscriberIds: [] }, id)
    await connections[0]?.end()
    await clock.advance(1_000)
    expect(connections).toHaveLength(2)
    expect(connections[1]?.headers.has('last-event-id')).toBe(false)
  })

  it('follows a request without a response within the proxy’s timeout', async () => {
    const { open, connections, clock } = setUpLive({ answers: ['silence', 'stream'], timeout: 5_000 })
    await open('pia')
    await clock.advance(4_999)
    expect(connections[0]?.signal?.aborted).toBe(false)
    await clock.advance(1_001)
    expect(connections.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  it.each([408, 425, 429, 500, 502, 503, 504])('follows %d', async (status) => {
    const { open, connections, clock } = setUpLive({ answers: [json({}, status), 'stream'] })
    await open('pia')
    await clock.advance(1_000)
    expect(connections).toHaveLength(2)
  })

  it('is not attempted after the last browser has left', async () => {
    const { open, connections, clock } = setUpLive({ answers: [new TypeError('fetch failed')] })
    const { cancel } = await open('pia')
    await cancel()
    await clock.advance(29_999)
    const before = connections.length
    await clock.advance(60_000)
    expect([connections.length, clock.timers()]).toEqual([before, 0])
  })
})

describe('another service, without such a stream', () => {
  it.each([
    ['401', json({ message: 'No such path' }, 401)],
    ['404', json({ message: 'No such path' }, 404)],
    ['405', json({}, 405)],
    ['501', json({}, 501)],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
    ['another content type', html()],
    ['no content', new Response(null, { status: 204 })],
  ])('is never complete, and called again after ten minutes: %s', async (_, answer) => {
    const { open, connections, clock, onError } = setUpLive({ answers: [answer, 'stream'] })
    const { statuses, hints } = await open('pia')
    await clock.advance(530_000)
    expect([connections.length, statuses(), hints()]).toEqual([1, [false], []])
    const later = await open('pia')
    await clock.advance(69_999)
    expect(connections).toHaveLength(1)
    await clock.advance(1)
    expect(connections).toHaveLength(2)
    expect(connections[1]?.headers.has('last-event-id')).toBe(false)
    await connections[1]?.send('status', { complete: true })
    expect(later.statuses()).toEqual([false, true])
    expect(onError).not.toHaveBeenCalled()
  })
})
