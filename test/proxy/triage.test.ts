import { afterEach, describe, expect, it, vi } from 'vitest'
import { notificationPage, notificationV2 as notificationV2Schema } from '../../src/contract/index.ts'
import { makeNotifications } from '../../src/testing/index.ts'
import { notification, notificationV2 } from '../contract/samples.ts'
import { json, origin, paths, setUp } from './upstream.ts'

afterEach(() => void vi.useRealTimers())

const list = '/v2/subscribers/pia/notifications'
const batch = `${list}/batch`
const service = 'https://service.example.com'
const page = { data: [notificationV2], hasMore: false, filter: { archived: true, secret: 1 } }

const missing = () => json({ statusCode: 404, message: `Cannot POST ${batch}`, error: 'Not Found' }, 404)
const gone = () => json({ message: 'Notification with id: x is not found.' }, 404)
const busy = (seconds: string) => json({ message: 'Too many requests' }, 429, { 'retry-after': seconds })
const noContent = () => new Response(null, { status: 204 })
const own = { subscriber: { _id: 's1', subscriberId: 'pia' } }

/** The requests that the service received: method, path and query, and body. */
const requestsOf = (upstream: readonly { url: string; init: RequestInit; body: unknown }[]) =>
  upstream.map(({ url, init, body }) => [init.method, url.replace(service, ''), body])

/** A proxy whose requests can have any method. */
const serve = (...input: Parameters<typeof setUp>) => {
  const world = setUp(...input)
  const write = (method: string, path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    world.send(path, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin, ...headers },
      body: JSON.stringify(body),
    })
  const change = (body: object, headers?: Record<string, string>) => write('POST', batch, body, headers)
  return { ...world, write, change }
}

describe('the operations of archive, snooze and delete', () => {
  it('call the service for the subscriber who is signed in', async () => {
    const { send, write, upstream } = serve([
      json(page),
      json([notificationV2]),
      noContent(),
      ...Array.from({ length: 4 }, () => json({ data: notificationV2 })),
    ])
    const archive = { action: 'archive', notificationIds: ['a', 'b'] }
    const query = '?archived=true&severity=high&severity=low&tags=a&limit=20&data=%7B%22post%22%3A7%7D'
    const responses = [
      await send(`${list}${query}`),
      await write('POST', batch, archive),
      await write('POST', `${list}/read-archive`, { tags: ['a'] }),
      await write('PATCH', `${list}/a/actions/primary/complete`),
      await write('PATCH', `${list}/a/actions/primary/revert`),
      await write('PATCH', `${list}/a/actions/secondary/complete`),
      await write('PATCH', `${list}/a/actions/secondary/revert`),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 204, 200, 200, 200, 200])
    const [listed, changed, emptied, ...acted] = await Promise.all(responses.map((response) => response.text()))
    expect(JSON.parse(listed ?? '')).toMatchObject({ data: [{ id: 'ntf_1' }], filter: { archived: true } })
    expect(JSON.parse(changed ?? '')).toMatchObject([{ id: 'ntf_1' }])
    expect([emptied, responses[2]?.headers.get('content-type')]).toEqual(['', null])
    for (const text of acted) expect(JSON.parse(text)).toMatchObject({ id: 'ntf_1' })
    expect(upstream.map(({ init, url }) => `${init.method} ${url.replace(service, '')}`)).toEqual([
      `GET ${list}?limit=20&archived=true&severity=high&severity=low&tags=a&data=%7B%22post%22%3A7%7D`,
      `POST ${batch}`,
      `POST ${list}/read-archive`,
      `PATCH ${list}/a/actions/primary/complete`,
      `PATCH ${list}/a/actions/primary/revert`,
      `PATCH ${list}/a/actions/secondary/complete`,
      `PATCH ${list}/a/actions/secondary/revert`,
    ])
    expect(upstream.map(({ body }) => body).slice(1, 4)).toEqual([archive, { tags: ['a'] }, undefined])
    expect(upstream.every(({ headers }) => headers['authorization'] === 'ApiKey top-secret-key')).toBe(true)
    expect(upstream.slice(1).every(({ headers }) => headers['idempotency-key'] !== undefined)).toBe(true)
  })

  it('never let an id become a part of a path', async () => {
    const { write, upstream } = serve([json(notificationV2)])
    for (const id of ['.', '..', '%2e%2E', '%2e', '%ff', '%ED%A0%80'])
      expect((await write('PATCH', `${list}/${id}/actions/primary/complete`)).status).toBe(404)
    expect(upstream).toEqual([])
    await write('PATCH', `${list}/${encodeURIComponent('../../kim?x=1#y')}/actions/primary/complete`)
    expect(requestsOf(upstream)).toEqual([
      ['PATCH', `${list}/..%2F..%2Fkim%3Fx%3D1%23y/actions/primary/complete`, undefined],
    ])
  })

  it('are no others: neither those on everything nor those on one', async () => {
    const { send, write, upstream } = serve()
    for (const path of ['read', 'archive', 'delete', 'seen'])
      expect((await write('POST', `${list}/${path}`)).status).toBe(404)
    for (const step of ['read', 'unread', 'archive', 'unarchive', 'unsnooze', 'snooze'])
      expect((await write('PATCH', `${list}/a/${step}`)).status).toBe(404)
    expect((await write('DELETE', `${list}/a`)).status).toBe(404)
    expect((await send(`${list}/count?filters=[]`)).status).toBe(404)
    expect(upstream).toEqual([])
  })

  it('are protected like marks', async () => {
    const { write, upstream } = serve()
    const body = { action: 'delete', notificationIds: ['a'] }
    const statusOf = async (path: string, given: unknown, headers?: Record<string, string>) =>
      (await write('POST', path, given, headers)).status
    expect(await statusOf(batch, body, { 'sec-fetch-site': 'cross-site', origin: 'https://x.example' })).toBe(403)
    expect(await statusOf(batch, body, { 'content-type': 'text/plain' })).toBe(415)
    expect(await statusOf(batch.replace('pia', 'kim'), body)).toBe(403)
    expect(await statusOf(batch, { ...body, notificationIds: [] })).toBe(422)
    expect(await statusOf(batch, { ...body, action: 'read' })).toBe(422)
    expect(await statusOf(`${list}/read-archive`, { notificationIds: ['a'] })).toBe(422)
    expect(upstream).toEqual([])
  })

  it('return the public fields only, of this subscriber, with allowed pictures', async () => {
    const foreign = { ...notificationV2, id: 'ntf_2', to: { ...notificationV2.to, subscriberId: 'kim' } }
    const leaky = {
      ...notificationV2,
      secret: 'LEAK',
      to: { ...notificationV2.to, email: 'LEAK' },
      workflow: { ...notificationV2.workflow, data: { key: 'LEAK' }, secret: 'LEAK' },
      redirect: { ...notificationV2.redirect, secret: 'LEAK' },
      primaryAction: { ...notificationV2.primaryAction, secret: 'LEAK' },
    }
    const { send, change, write, onError } = serve(
      [json({ ...page, data: [leaky, foreign] }), json([foreign, leaky]), json(leaky), json(foreign)],
      { avatarOrigins: ['https://cdn.example.com'] },
    )
    const texts = [
      await (await send(list)).text(),
      await (await change({ action: 'archive', notificationIds: ['a'] })).text(),
      await (await write('PATCH', `${list}/a/actions/primary/complete`)).text(),
    ]
    expect(texts.join('')).not.toContain('LEAK')
    expect(texts.join('')).not.toContain('img.example.com')
    const listed = notificationPage.parse(JSON.parse(texts[0] ?? ''))
    expect(listed).toMatchObject({ data: [{ id: 'ntf_1' }], hasMore: false, filter: { archived: true } })
    expect(listed.data).toHaveLength(1)
    const { avatar: _, to: _1, workflow: _2, ...kept } = notificationV2
    expect(listed.data[0]).toMatchObject(kept)
    expect(notificationV2Schema.safeParse(JSON.parse(texts[1] ?? '')[0]).success).toBe(true)
    expect((await write('PATCH', `${list}/b/actions/primary/complete`)).status).toBe(502)
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining('listNotifications: the service returned 1 entries of another subscriber'),
      expect.stringContaining('batchNotifications: the service returned 1 entries of another subscriber'),
      expect.stringContaining('completePrimaryAction: the service returned 1 entries of another subscriber'),
      expect.stringContaining('to.subscriberId'),
    ])
  })

  it('register a subscriber whom the service does not know, for an empty list', async () => {
    const created = () => json({ created: [{ subscriberId: 'pia' }], updated: [], failed: [] }, 201)
    const { send, upstream } = serve([
      json({ message: 'Subscriber not found' }, 404),
      created(),
      json({ ...page, data: [] }),
    ])
    expect(await (await send(list)).json()).toMatchObject({ data: [] })
    expect(upstream).toHaveLength(3)
    const lacking = serve([json({ message: `Cannot GET ${list}` }, 404)])
    expect((await lacking.send(list)).status).toBe(404)
    expect(lacking.upstream).toHaveLength(1)
  })
})

describe('a batch for a service without batches', () => {
  it('is one request an id, on the path of that notification, and never one on everything', async () => {
    const { change, upstream } = serve([
      missing(),
      json({ data: { ...notificationV2, id: 'a/b' } }),
      gone(),
      json({ data: { ...notificationV2, id: 'c' } }),
      noContent(),
      gone(),
      ...Array.from({ length: 3 }, () => json({ data: notificationV2 })),
    ])
    const archived = await change({ action: 'archive', notificationIds: ['a/b', 'x', 'a/b', '..', 'c'] })
    expect([archived.status, await archived.json()]).toMatchObject([200, [{ id: 'a/b' }, { id: 'c' }]])
    const deleted = await change({ action: 'delete', notificationIds: ['a', 'x'] })
    expect([deleted.status, await deleted.json()]).toEqual([200, []])
    const snoozeUntil = '2026-06-01T12:00:00.000Z'
    await change({ action: 'snooze', notificationIds: ['a'], snoozeUntil })
    await change({ action: 'unsnooze', notificationIds: ['a'] })
    await change({ action: 'unarchive', notificationIds: ['read'] })
    expect(requestsOf(upstream).slice(1)).toEqual([
      ['PATCH', `${list}/a%2Fb/archive`, undefined],
      ['PATCH', `${list}/x/archive`, undefined],
      ['PATCH', `${list}/c/archive`, undefined],
      ['DELETE', `${list}/a`, undefined],
      ['DELETE', `${list}/x`, undefined],
      ['PATCH', `${list}/a/snooze`, { snoozeUntil }],
      ['PATCH', `${list}/a/unsnooze`, undefined],
      ['PATCH', `${list}/read/unarchive`, undefined],
    ])
    expect(requestsOf(upstream)[0]?.slice(0, 2)).toEqual(['POST', batch])
  })

  it.each([
    ['405', () => json({ message: 'Method not allowed' }, 405)],
    ['501', () => json({ message: 'Not implemented' }, 501)],
    ['a 404 of a gateway', () => new Response('<html>', { status: 404 })],
    ['an unspecific 404', () => json({ message: 'Not Found' }, 404)],
  ])('is recognized by %s', async (_name, respond) => {
    const { change, upstream } = serve([respond(), json(notificationV2)])
    expect((await change({ action: 'archive', notificationIds: ['a'] })).status).toBe(200)
    expect(upstream).toHaveLength(2)
  })

  it('is not assumed after the 404 of an unknown subscriber', async () => {
    const unknown = () => json({ message: 'Subscriber "pia" does not exist.' }, 404)
    const { change, upstream } = serve([unknown(), json([notificationV2])])
    const archive = { action: 'archive', notificationIds: ['a'] }
    expect((await change(archive)).status).toBe(404)
    expect((await change(archive)).status).toBe(200)
    expect(requestsOf(upstream).map(([method, path]) => `${String(method)} ${String(path)}`)).toEqual([
      `POST ${batch}`,
      `POST ${batch}`,
    ])
  })

  it('fails if the service lacks the single operations too: nothing was changed', async () => {
    const { change } = serve([missing(), json({ message: `Cannot DELETE ${list}/a` }, 404)])
    expect((await change({ action: 'delete', notificationIds: ['a'] })).status).toBe(404)
  })

  it('fails with an error of a notification, and can be repeated', async () => {
    const { change, upstream } = serve([
      missing(),
      json(notificationV2),
      json({ message: 'broken' }, 500),
      json(notificationV2),
      json(notificationV2),
    ])
    const archive = { action: 'archive', notificationIds: ['a', 'b'] }
    expect((await change(archive, { 'idempotency-key': 'one' })).status).toBe(502)
    expect((await change(archive, { 'idempotency-key': 'one' })).status).toBe(200)
    const keys = upstream.slice(1).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
    expect(keys.slice(0, 2)).toEqual(keys.slice(2))
    for (const key of keys) expect(key).toMatch(/^tidings-[0-9a-f]{64}$/)
    expect(keys).not.toContain(upstream[0]?.headers['idempotency-key'])
  })

  it('checks the body without the service', async () => {
    const { change, upstream } = serve([missing(), json(notificationV2)])
    await change({ action: 'archive', notificationIds: ['a'] })
    expect((await change({ action: 'snooze', notificationIds: ['a'] })).status).toBe(422)
    expect(upstream).toHaveLength(2)
  })

  it('waits as long as a 429 requests, and then sends with a new key', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { change, upstream } = serve([missing(), json(notificationV2), busy('2'), json(notificationV2)])
    /** Keys are derived outside of the event loop. */
    const arrived = async (count: number) => {
      while (upstream.length < count) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(0)
    }
    const response = change({ action: 'archive', notificationIds: ['a', 'b'] }, { 'idempotency-key': 'one' })
    await arrived(3)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(upstream).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect((await response).status).toBe(200)
    expect(upstream.map(({ url }) => url.replace(`${service}${list}`, ''))).toEqual([
      '/batch',
      '/a/archive',
      '/b/archive',
      '/b/archive',
    ])
    // The service repeats its response to a key.
    expect(upstream[2]?.headers['idempotency-key']).not.toBe(upstream[3]?.headers['idempotency-key'])
  })

  it('fails with the 429 if there is not enough time left, or no time is requested', async () => {
    vi.useFakeTimers()
    const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(notificationV2)), 3_000))
    const { change, upstream } = serve(
      [missing(), slow, busy('2'), json({ message: 'Too many requests' }, 429), busy('0'), json(notificationV2)],
      { timeout: 5_000 },
    )
    const archive = { action: 'archive', notificationIds: ['a', 'b'] }
    const response = change(archive)
    await vi.advanceTimersByTimeAsync(3_000)
    expect([(await response).status, (await response).headers.get('retry-after')]).toEqual([429, '2'])
    expect((await change(archive)).status).toBe(429)
    const third = change({ ...archive, notificationIds: ['a'] })
    await vi.advanceTimersByTimeAsync(250)
    expect((await third).status).toBe(200)
    expect(upstream).toHaveLength(6)
  })
})

describe('whether the service has it', () => {
  const feed = (offers?: object) => json({ data: [], hasMore: false, pageSize: 0, page: 0, offers })
  const offersOf = async (response: Response) => ((await response.json()) as { offers?: object }).offers

  it('is what its feed pages say, without a probe', async () => {
    const { send, probed } = serve([feed({ triage: true }), feed({ triage: false, returnIds: true })])
    expect(await offersOf(await send(paths.feed))).toEqual({ triage: true })
    expect(await offersOf(await send(paths.feed))).toEqual({ triage: false, returnIds: true })
    expect(probed).toEqual([])
  })

  const counted = () => json({ data: [{ count: 1, filter: {} }] })

  /** A service that responds to each request for a page, and has no snoozed notifications. */
  const serveFeed = (probes: (() => Response | Promise<Response>)[], offers?: object) => {
    const probed: string[] = []
    const pages: string[] = []
    const world = serve([], {
      fetch: async (input) => {
        const url = String(input)
        if (url.includes('snoozed=true')) return json({ data: [], hasMore: false, filter: {} })
        const isPage = !url.includes('/count')
        const urls = isPage ? pages : probed
        urls.push(url)
        if (isPage) return feed(offers)
        return probes.shift()?.() ?? Promise.reject(new Error('Probed once too often.'))
      },
    })
    return { ...world, probed, pages }
  }

  it('is found out once by a probe that counts, for all pages and all who wait', async () => {
    let respond = (_response: Response) => {}
    const waiting = () => new Promise<Response>((resolve) => (respond = resolve))
    const { send, probed, pages } = serveFeed([waiting], { returnIds: true })
    const first = Promise.all([send(paths.feed), send(paths.feed)])
    await vi.waitFor(() => expect([pages.length, probed.length]).toEqual([2, 1]))
    respond(counted())
    const offers = { returnIds: true, triage: true }
    expect(await Promise.all((await first).map(offersOf))).toEqual([offers, offers])
    expect(await offersOf(await send(paths.feed))).toEqual(offers)
    expect(probed).toEqual([`${service}${list}/count?filters=%5B%7B%7D%5D`])
  })

  it.each([404, 405, 501])('is denied for good by a %i, of which nobody hears', async (status) => {
    const { send, probed, onError } = serve([feed(), feed()], { probes: [json({ message: 'No' }, status)] })
    expect(await offersOf(await send(paths.feed))).toBeUndefined()
    expect(await offersOf(await send(paths.feed))).toBeUndefined()
    expect([probed.length, onError.mock.calls.length]).toEqual([1, 0])
  })

  it('is unknown after another failure, and probed again after a minute, without delaying that page', async () => {
    vi.useFakeTimers()
    let respond = (_response: Response) => {}
    const waiting = () => new Promise<Response>((resolve) => (respond = resolve))
    const { send, probed, onError } = serveFeed([() => json({ message: 'busy' }, 503), waiting])
    expect(await offersOf(await send(paths.feed))).toBeUndefined()
    expect(onError.mock.calls).toMatchObject([[{ status: 503 }, { operation: 'getFeed', subscriberId: 'pia' }]])
    await vi.advanceTimersByTimeAsync(59_999)
    expect(await offersOf(await send(paths.feed))).toBeUndefined()
    expect(probed).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await offersOf(await send(paths.feed))).toBeUndefined()
    expect(probed).toHaveLength(2)
    respond(counted())
    await vi.advanceTimersByTimeAsync(0)
    expect(await offersOf(await send(paths.feed))).toEqual({ triage: true })
    expect([probed.length, onError.mock.calls.length]).toEqual([2, 1])
  })

  it('delays the first page by two seconds at most', async () => {
    vi.useFakeTimers()
    const never = ({ signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { send } = serve([feed()], { probes: [never] })
    const response = send(paths.feed)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await offersOf(await response)).toBeUndefined()
  })
})

describe('the feed of a service that lists snoozed notifications', () => {
  const notifications = makeNotifications(3, () => own)
  const feed = (fields: object = {}) => json({ data: notifications, hasMore: false, pageSize: 3, page: 0, ...fields })
  const counted = () => json({ data: [{ count: 1, filter: {} }] })
  const snoozed = (until: Record<string, string>) =>
    json({
      data: Object.entries(until).map(([id, snoozedUntil]) => ({
        ...notificationV2,
        id,
        isSnoozed: true,
        snoozedUntil,
      })),
      hasMore: false,
      filter: {},
    })
  const later = (ms: number) => new Date(Date.now() + ms).toISOString()
  const timesOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as { data: { snoozedUntil?: string }[] }).data.map((one) => one.snoozedUntil)
  const isList = ({ url }: { url: string }) => url.includes('snoozed=true')

  it('says when they return, from a list that is cached for 30 seconds', async () => {
    vi.useFakeTimers()
    const until = later(3_600_000)
    const answer = (_init: RequestInit) => Promise.resolve(feed())
    const { send, upstream } = serve([answer, snoozed({ n1: until }), answer, snoozed({ n0: until }), answer], {
      probes: [counted()],
    })
    expect(await timesOf(send(paths.feed))).toEqual([undefined, until, undefined])
    expect(upstream.at(-1)?.url).toBe(`${service}${list}?limit=100&snoozed=true`)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await timesOf(send(paths.feed))).toEqual([undefined, until, undefined])
    expect(upstream.filter(isList)).toHaveLength(1)
  })

  /** A service whose list of snoozed notifications changes. */
  const serveChanging = () => {
    const state = { until: {} as Record<string, string>, fails: false }
    const respond = (url: string) => {
      if (url.includes('snoozed=true')) return state.fails ? json({ message: 'broken' }, 500) : snoozed(state.until)
      if (url.includes('/count')) return counted()
      return url.includes('/batch') ? json([notificationV2]) : feed()
    }
    const urls: string[] = []
    const world = serve([], {
      fetch: async (input) => {
        urls.push(String(input))
        return respond(String(input))
      },
    })
    const lists = () => urls.filter((url) => url.includes('snoozed=true')).length
    return { ...world, state, lists }
  }

  it('fetches the list again after 30 seconds, when the next one returns, and after a batch', async () => {
    vi.useFakeTimers()
    const { send, change, state, lists } = serveChanging()
    state.until = { n1: later(3_600_000) }
    await timesOf(send(paths.feed))
    await vi.advanceTimersByTimeAsync(30_000)
    state.until = { n0: later(10_000) }
    expect(await timesOf(send(paths.feed))).toEqual([undefined, undefined, later(10_000)])
    expect(lists()).toBe(2)
    await vi.advanceTimersByTimeAsync(9_999)
    await timesOf(send(paths.feed))
    expect(lists()).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    state.until = {}
    expect(await timesOf(send(paths.feed))).toEqual([undefined, undefined, undefined])
    expect(lists()).toBe(3)
    await timesOf(send(paths.feed))
    expect(lists()).toBe(3)
    await change({ action: 'archive', notificationIds: ['n1'] })
    state.until = { n2: later(3_600_000) }
    expect(await timesOf(send(paths.feed))).toEqual([later(3_600_000), undefined, undefined])
    expect(lists()).toBe(4)
  })

  it('passes the page on without them if the list fails, which is reported and not cached', async () => {
    const { send, state, onError, lists } = serveChanging()
    state.fails = true
    expect(await timesOf(send(paths.feed))).toEqual([undefined, undefined, undefined])
    expect(onError.mock.calls).toMatchObject([
      [{ status: 500, operation: 'listNotifications' }, { operation: 'getFeed' }],
    ])
    state.fails = false
    state.until = { n1: later(3_600_000) }
    expect(await timesOf(send(paths.feed))).toEqual([undefined, state.until['n1'], undefined])
    expect(lists()).toBe(2)
  })

  it('has exact counts, from one request', async () => {
    const urls: string[] = []
    const { send } = serve([], {
      fetch: async (input) => {
        const url = new URL(String(input))
        urls.push(url.pathname + decodeURIComponent(url.search))
        if (url.searchParams.get('snoozed') === 'true') return snoozed({})
        if (!url.pathname.endsWith('/count')) return feed({ hasMore: true })
        return json({
          data: [
            { count: 240, filter: {} },
            { count: 1_200, filter: {} },
          ],
        })
      },
    })
    const accept = 'application/json, application/vnd.tidings.counts+json'
    const response = await send(`${paths.feed}?limit=3`, { headers: { accept } })
    expect(await response.json()).toMatchObject({
      counts: { unseen: { count: 240, hasMore: false }, unread: { count: 1_200, hasMore: false } },
      offers: { triage: true },
    })
    expect(urls.filter((url) => url.includes('count'))).toEqual([
      `${list}/count?filters=[{}]`,
      `${list}/count?filters=[{"seen":false,"archived":false,"snoozed":false},{"read":false,"archived":false,"snoozed":false}]`,
    ])
    expect(urls.filter((url) => url.startsWith(paths.feed))).toHaveLength(1)
  })

  it('is passed on as it is where the service itself offers triage', async () => {
    const data = [{ ...notification, snoozedUntil: '2026-06-01T12:00:00.000Z' }]
    const { send, upstream } = serve([feed({ data, offers: { triage: true } })])
    expect(await timesOf(send(paths.feed))).toEqual(['2026-06-01T12:00:00.000Z'])
    expect(upstream).toHaveLength(1)
  })
})
