import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import { makeNotifications, type TestServiceOptions } from '../../src/testing/index.ts'
import { feedPage } from '../contract/samples.ts'
import { json, origin, paths, setUp } from './upstream.ts'

afterEach(() => void vi.useRealTimers())

const accept = 'application/json, application/vnd.tidings.counts+json'
const own = { subscriber: { _id: 's1', subscriberId: 'pia' } }
const notifications = makeNotifications(130, (n) => ({ ...own, read: n < 10, seen: n < 20 }))

/** The queries that the service received. */
const queries = (upstream: readonly { url: string }[]) =>
  upstream.map(({ url }) => Object.fromEntries(new URL(url).searchParams))

/** A service that responds to any number of requests, and a proxy in front of it. */
const serve = (service: TestServiceOptions) => {
  const world = setUp(
    Array.from({ length: 9 }, () => 'own' as const),
    { service },
  )
  const get = async (query: string, headers: Record<string, string> = { accept }) =>
    (await world.send(`${paths.feed}?${query}`, { headers })).json() as Promise<Record<string, unknown>>
  return { ...world, get }
}

describe('the counts of a first page', () => {
  it('cost one notification each where totals are true', async () => {
    const { get, upstream } = serve({ notifications })
    expect(await get('limit=20')).toMatchObject({
      totalCount: 130,
      counts: { unseen: { count: 110, hasMore: false }, unread: { count: 120, hasMore: false } },
    })
    expect(queries(upstream)).toEqual([{ limit: '20' }, { seen: 'false', limit: '1' }, { read: 'false', limit: '1' }])
  })

  it('are numbers where totals are clamped, and the least ones above a hundred', async () => {
    const { get, upstream } = serve({
      notifications: makeNotifications(130, (n) => ({ ...own, read: n < 10, seen: n < 90 })),
      likeProduction: true,
    })
    const answer = await get('limit=20')
    expect(answer.data).toHaveLength(20)
    expect(answer).toMatchObject({
      counts: { unseen: { count: 40, hasMore: false }, unread: { count: 100, hasMore: true } },
    })
    expect(JSON.stringify(answer).length).toBeLessThan(16_000)
    expect(queries(upstream)).toEqual([
      { limit: '20' },
      { seen: 'false', limit: '100' },
      { read: 'false', limit: '100' },
    ])
  })

  it('do not have archived notifications, which some services list', async () => {
    const { get } = serve({
      notifications: makeNotifications(130, (n) => ({ ...own, read: n < 40, seen: n < 10, archived: n % 2 === 0 })),
      likeProduction: true,
    })
    expect(await get('limit=20')).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ archived: true })]),
      counts: { unseen: { count: 50, hasMore: true }, unread: { count: 45, hasMore: false } },
    })
  })

  it('cost nothing if the page has the whole feed, and are not in it', async () => {
    const { get, upstream } = serve({ notifications: makeNotifications(20, () => own) })
    expect(await get('limit=20')).not.toHaveProperty('counts')
    expect(upstream).toHaveLength(1)
  })

  it.each([
    ['a browser that does not accept them', 'limit=20', 'application/json'],
    ['another page', 'limit=20&page=1', accept],
    ['a filtered page', 'limit=20&seen=false', accept],
  ])('are not fetched for %s', async (_name, query, accepted) => {
    const { get, upstream } = serve({ notifications })
    expect(await get(query, { accept: accepted })).not.toHaveProperty('counts')
    expect(upstream).toHaveLength(1)
  })

  it('do not fail the page: one that fails is missing, and is reported', async () => {
    const { send, onError } = setUp(['own', json({ message: 'No.' }, 503), 'own'], { service: { notifications } })
    const response = await send(`${paths.feed}?limit=20`, { headers: { accept } })
    expect(response.status).toBe(200)
    const { data, counts } = (await response.json()) as { data: unknown[]; counts: object }
    expect(data).toHaveLength(20)
    expect(counts).toEqual({ unread: { count: 120, hasMore: false } })
    expect(onError.mock.calls).toMatchObject([[{ status: 503 }, { operation: 'getFeed', subscriberId: 'pia' }]])
  })

  it('that do not arrive in time are missing: page and counts together take no longer than the timeout', async () => {
    vi.useFakeTimers()
    const slow = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(json({ ...feedPage, hasMore: true })), 3_000))
    const never = ({ signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { send, upstream } = setUp([slow, never, never], { timeout: 5_000 })
    const response = send(`${paths.feed}?limit=20`, { headers: { accept } })
    let isAnswered = false
    void response.then(() => (isAnswered = true))
    await vi.advanceTimersByTimeAsync(4_999)
    expect([upstream.length, isAnswered]).toEqual([3, false])
    await vi.advanceTimersByTimeAsync(1)
    expect(isAnswered).toBe(true)
    expect(await (await response).json()).toMatchObject({ counts: {} })
  })

  it('reach the inbox client', async () => {
    const { proxy } = serve({ notifications })
    const client = createInboxClient({
      baseUrl: `${origin}/api/inbox`,
      fetch: (input, init) => proxy(new Request(input, init)),
    })
    expect(await client.getFeed('pia', { limit: 5 }, { counts: true })).toMatchObject({
      counts: { unseen: { count: 110 } },
    })
    expect(await client.getFeed('pia', { limit: 5 })).not.toHaveProperty('counts')
  })
})
