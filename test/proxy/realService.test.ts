import { beforeAll, describe, expect, it } from 'vitest'
import {
  createInboxClient,
  createServiceClient,
  isHttpError,
  type InboxClient,
  type ServiceClient,
} from '../../src/client/index.ts'
import { behaviors } from '../../src/contract/behavior.ts'
import type { NotificationPage, NotificationV2 } from '../../src/contract/index.ts'
import { createInboxProxy, type InboxProxy } from '../../src/proxy/index.ts'
import { createService, type Database, type WorkspaceInput } from '../../src/service/index.ts'
import { sharedMemory } from '../service/support/engines.ts'

const apiKey = 'the-key'

const workspace = (environmentId: string): WorkspaceInput => ({
  organizationId: 'org_1',
  environmentId,
  integrations: [
    {
      name: 'In-app',
      identifier: 'in-app-1',
      providerId: 'novu',
      channel: 'in_app',
      credentials: {},
      active: true,
      primary: true,
    },
    {
      name: 'Push',
      identifier: 'fcm-1',
      providerId: 'fcm',
      channel: 'push',
      credentials: { serviceAccount: 'secret' },
      active: true,
      primary: true,
    },
  ],
  workflows: [
    {
      identifier: 'comment-added',
      name: 'Comment added',
      description: '',
      active: true,
      critical: false,
      tags: [],
      steps: [{ channel: 'in_app', active: true, content: '{{payload.text}}', feed: 'activity' }],
    },
  ],
  subscribers: [{ subscriberId: 'pia' }, { subscriberId: 'kim' }],
})

let database: Database
beforeAll(async () => {
  database = await sharedMemory()
})

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (isHttpError(error) ? error.status : error),
  )

describe.each(behaviors)('client, proxy and service together, behavior %s', (behavior) => {
  const isProduction = behavior === 'production'
  const reported: string[] = []
  let server: ServiceClient
  let pia: InboxClient
  let toService: typeof fetch
  let answerPia: InboxProxy

  beforeAll(async () => {
    const service = await createService({
      database,
      workspace: workspace(`env_${behavior}`),
      apiKeys: [apiKey],
      behavior,
    })
    toService = (input, init) => service(new Request(input, init))
    server = createServiceClient({ baseUrl: 'https://service.example.com', apiKey, fetch: toService })
    answerPia = createInboxProxy({
      serviceUrl: 'https://service.example.com',
      apiKey,
      fetch: toService,
      authenticate: (request) => request.headers.get('x-session'),
      onError: (error) => void reported.push(String(error)),
    })
    pia = createInboxClient({
      baseUrl: 'https://app.example.com',
      headers: { 'x-session': 'pia', 'sec-fetch-site': 'same-origin' },
      fetch: (input, init) => answerPia(new Request(input, init)),
      retry: false,
    })
  })

  it('deliver a triggered event to the inbox of its subscriber', async () => {
    const results = await server.bulkTriggerInChunks(
      Array.from({ length: 101 }, (_, index) => ({
        name: 'comment-added',
        to: 'pia',
        payload: { text: `Comment ${index}`, index },
      })),
    )
    expect(results).toHaveLength(101)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['processed']))
    const first = await pia.getFeed('pia', { limit: 100 })
    expect(first.data).toHaveLength(100)
    expect(first.hasMore).toBe(true)
    expect(first.unreadable).toEqual([])
    const rest = await pia.getFeed('pia', { limit: 100, page: first.page + 1 })
    expect(rest.data).toHaveLength(1)
    const one = await pia.getFeed('pia', { payload: { index: 7 } })
    expect(one.data.map(({ content }) => content)).toEqual(['Comment 7'])
  })

  it('mark messages, and read the same flags afterwards', async () => {
    const [newest] = (await pia.getFeed('pia', { limit: 1 })).data
    const [marked] = await pia.markAs('pia', { messageId: newest?._id ?? '', markAs: 'read' })
    expect(marked).toMatchObject({ _id: newest?._id, read: true })
    expect((await pia.getFeed('pia', { read: true })).data.map(({ _id }) => _id)).toEqual([newest?._id])
    expect(await pia.markAll('pia', { markAs: 'read', feedIdentifier: 'activity' })).toBe(100)
    expect((await pia.getFeed('pia', { read: false })).data).toEqual([])
  })

  it('change the preferences of the subscriber who is signed in, and of no other', async () => {
    const change = (subscriberId: string, headers: Record<string, string> = {}) =>
      answerPia(
        new Request(`https://app.example.com/v2/subscribers/${subscriberId}/preferences`, {
          method: 'PATCH',
          headers: {
            'x-session': 'pia',
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/json',
            ...headers,
          },
          body: JSON.stringify({ workflowId: 'comment-added', channels: { in_app: false } }),
        }),
      )
    const response = await change('pia')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(await pia.getPreferences('pia'))
    expect((await pia.getPreferences('pia')).workflows[0]).toMatchObject({ channels: { in_app: false } })
    expect((await change('kim')).status).toBe(403)
    expect((await change('pia', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await change('pia', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await server.getPreferences('kim')).workflows[0]).toMatchObject({ channels: { in_app: true } })

    await server.updatePreferences('pia', { workflowId: 'comment-added', channels: { in_app: true } })
    expect((await pia.getPreferences('pia')).workflows[0]).toMatchObject({ channels: { in_app: true } })
  })

  it('repeat the response to a key, never across subscribers', async () => {
    const call = { idempotencyKey: `same-${behavior}` }
    await server.bulkTrigger([{ name: 'comment-added', to: ['pia', 'kim'], payload: { text: 'Hello' } }])
    expect(await pia.markAll('pia', { markAs: 'read' }, call)).toBe(1)
    expect(await pia.markAll('pia', { markAs: 'read' }, call)).toBe(1)
    expect(await server.markAll('kim', { markAs: 'read' }, call)).toBe(1)
  })

  it('apply a delayed mark once, so that it does not undo later ones', async () => {
    await server.bulkTrigger([{ name: 'comment-added', to: 'pia', payload: { text: 'Slow' } }])
    const [newest] = (await pia.getFeed('pia', { limit: 1 })).data
    const messageId = newest?._id ?? ''
    let arrive = () => {}
    const waits = [new Promise<void>((resolve) => (arrive = resolve))]
    let slow: Promise<Response> | undefined
    const proxy = createInboxProxy({
      serviceUrl: 'https://service.example.com',
      apiKey,
      authenticate: () => 'pia',
      // The connection is lost, but the request arrives.
      fetch: (input, init) => {
        const request = () => toService(input, { ...init, signal: null })
        const wait = waits.pop()
        if (!wait) return request()
        slow = wait.then(request)
        return Promise.reject(new TypeError('fetch failed'))
      },
      onError: () => {},
    })
    const client = createInboxClient({
      baseUrl: 'https://app.example.com',
      fetch: (input, init) => proxy(new Request(input, init)),
      retry: { baseDelay: 1 },
    })

    await client.markAs('pia', { messageId, markAs: 'read' })
    await client.markAs('pia', { messageId, markAs: 'unread' })
    arrive()
    await slow

    expect((await pia.getFeed('pia', { limit: 1 })).data[0]).toMatchObject({ _id: messageId, read: false })
  })

  it('restrict a subscriber to their own inbox', async () => {
    expect(await rejection(pia.getFeed('kim'))).toBe(403)
    const [theirs] = (await server.getFeed('kim')).data
    expect(await pia.markAs('pia', { messageId: theirs?._id ?? '', markAs: 'unread' })).toEqual([])
    expect((await server.getFeed('kim')).data[0]?.read).toBe(true)
    // Production returns the message of the other subscriber. The proxy removes and reports it.
    expect(
      (await server.markAs('pia', { messageId: theirs?._id ?? '', markAs: 'unread' })).map(({ _id }) => _id),
    ).toEqual(isProduction ? [theirs?._id] : [])
    expect(reported.splice(0)).toEqual(isProduction ? [expect.stringContaining('1 entries of another subscriber')] : [])
  })

  it('show a new subscriber an empty inbox', async () => {
    const mei = `mei-${behavior}`
    const proxy = createInboxProxy({
      serviceUrl: 'https://service.example.com',
      apiKey,
      fetch: toService,
      authenticate: () => mei,
    })
    const client = createInboxClient({
      baseUrl: 'https://app.example.com',
      fetch: (input, init) => proxy(new Request(input, init)),
    })
    expect((await client.getFeed(mei)).data).toEqual([])
    expect((await client.getPreferences(mei, { criticality: 'all' })).workflows).toHaveLength(1)
  })

  it('keep secrets on the server', async () => {
    await server.appendCredentials('pia', {
      providerId: 'fcm',
      credentials: { deviceTokens: ['device-token-1'] },
    })
    expect((await server.getActiveIntegrations()).map(({ identifier }) => identifier)).toEqual(['in-app-1', 'fcm-1'])
    const [newest] = (await pia.getFeed('pia', { limit: 1 })).data
    const id = newest?._id ?? ''
    expect(JSON.stringify(await server.markAs('pia', { messageId: id, markAs: 'unread' }))).toContain('device-token-1')
    expect(JSON.stringify(await pia.markAs('pia', { messageId: id, markAs: 'read' }))).not.toContain('device-token-1')
  })

  it('return preferences, subscribers and errors', async () => {
    expect((await pia.getPreferences('pia', { criticality: 'all' })).workflows).toHaveLength(1)
    expect(
      await server.bulkSubscribers([{ subscriberId: 'pia', firstName: 'Pia' }, { subscriberId: 'a/b c' }]),
    ).toMatchObject({
      updated: [{ subscriberId: 'pia' }],
      created: [{ subscriberId: 'a/b c' }],
    })
    expect((await server.getFeed('a/b c')).data).toEqual([])
    expect(await rejection(server.getFeed('nobody'))).toBe(isProduction ? 400 : 404)
    expect(await rejection(server.getPreferences('nobody'))).toBe(404)
  })

  it.each(['batches', 'single requests'])('archive, snooze and delete with %s', async (way) => {
    const lia = `lia-${way.replace(' ', '-')}-${behavior}`
    const seen: string[] = []
    const proxy = createInboxProxy({
      serviceUrl: 'https://service.example.com',
      apiKey,
      authenticate: () => lia,
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input))
        seen.push(`${String(init?.method)} ${pathname.replace(/.*\/notifications/, '')}`)
        return way === 'single requests' && pathname.endsWith('/batch')
          ? Response.json({ statusCode: 404, message: `Cannot POST ${pathname}` }, { status: 404 })
          : toService(input, init)
      },
      onError: (error) => void reported.push(String(error)),
    })
    const call = async <Result>(method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const url = `https://app.example.com/v2/subscribers/${lia}/notifications${path}`
      const response = await proxy(
        new Request(url, { method, headers, body: body && JSON.stringify(body) } as RequestInit),
      )
      expect(response.ok).toBe(true)
      return (response.status === 204 ? undefined : await response.json()) as Result
    }
    const client = createInboxClient({
      baseUrl: 'https://app.example.com',
      fetch: (input, init) => proxy(new Request(input, init)),
    })
    for (const text of ['one', 'two', 'three', 'four'])
      await server.bulkTrigger([{ name: 'comment-added', to: lia, payload: { text } }])
    const first = await client.getFeed(lia, { limit: 2 }, { counts: true })
    expect(first).toMatchObject({ offers: { triage: true }, counts: { unread: { count: 4, hasMore: false } } })
    const ids = (await client.getFeed(lia)).data.map(({ _id }) => _id)
    const [four = '', three = '', two = '', one = ''] = ids
    const batch = (action: string, notificationIds: string[], snoozeUntil?: string) =>
      call<NotificationV2[]>('POST', '/batch', { action, notificationIds, snoozeUntil })
    const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString()

    expect(await batch('archive', [four, 'nothing', three])).toMatchObject([
      { id: four, isArchived: true },
      { id: three },
    ])
    expect(await batch('snooze', [two], snoozeUntil)).toMatchObject([{ id: two, snoozedUntil: snoozeUntil }])
    const listed = await call<NotificationPage>('GET', '?archived=true&snoozed=false')
    expect(listed.data.map(({ id }) => id)).toEqual([four, three])
    const { data, counts } = await client.getFeed(lia, { limit: 1 }, { counts: true })
    // Production lists them all. The proxy marks the snoozed one, and counts none of them.
    expect(data).toMatchObject([{ _id: isProduction ? four : one }])
    expect(counts?.unread ?? { count: 1 }).toMatchObject({ count: 1 })
    const everything = (await client.getFeed(lia)).data
    const shown = everything.filter(({ archived, snoozedUntil: until }) => !archived && !until)
    expect(everything).toHaveLength(isProduction ? 4 : 1)
    expect(shown.map(({ _id }) => _id)).toEqual([one])
    expect(everything.find(({ _id }) => _id === two)?.snoozedUntil).toBe(isProduction ? snoozeUntil : undefined)

    await batch('unsnooze', [two])
    await batch('unarchive', [four])
    await client.markAs(lia, { messageId: two, markAs: 'read' })
    expect(await call('POST', '/read-archive', {})).toBeUndefined()
    const feed = (await client.getFeed(lia)).data.filter(({ archived, snoozedUntil: until }) => !archived && !until)
    expect(feed.map(({ _id }) => _id)).toEqual([one])
    await batch('delete', [one, four])
    expect((await server.listNotifications(lia, { archived: false, snoozed: false })).data).toEqual([])
    expect((await server.listNotifications(lia, { archived: true, snoozed: false })).data.map(({ id }) => id)).toEqual([
      three,
      two,
    ])
    // Ids were sent to no path that changes everything.
    const writes = seen.filter((line) => /^POST \/(?!v1|batch)/.test(line))
    expect(writes).toEqual(['POST /read-archive'])
    expect(seen.filter((line) => line === 'POST /batch')).toHaveLength(way === 'batches' ? 5 : 1)
  })

  it('report nothing else', () => {
    expect(reported).toEqual([])
  })
})
