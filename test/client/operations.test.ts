import { describe, expect, it } from 'vitest'
import { createServiceClient } from '../../src/client/index.ts'
import { decodePayload, type AppendCredentialsBody, type MarkAsBody } from '../../src/contract/index.ts'
import * as samples from '../contract/samples.ts'
import { json, scriptedService } from './scriptedService.ts'
import { setUpInbox } from './setUpInbox.ts'

const serviceClient = (...script: Parameters<typeof scriptedService>) => {
  const service = scriptedService(...script)
  return { ...service, client: createServiceClient({ ...service.options, apiKey: 'secret' }) }
}

describe('createServiceClient', () => {
  it('calls the eight operations of docs/interface.md, and the extension', async () => {
    const event = { name: 'comment-added', to: 'pia', transactionId: 'txn_1' }
    const mark: MarkAsBody = { messageId: ['msg_1'], markAs: 'read' }
    const credentials: AppendCredentialsBody = { providerId: 'fcm', credentials: { deviceTokens: ['a'] } }
    const answers = [
      samples.subscriber,
      samples.feedPage,
      [samples.integration],
      samples.bulkSubscribersResult,
      samples.preferences,
      [samples.message],
      3,
      [samples.triggerResult],
      samples.preferences,
    ]
    const change = { channels: { email: false }, workflowId: 'comment-added' }
    const { client, requests } = serviceClient(...answers.map((answer) => json(answer)))
    const read = [
      await client.appendCredentials('pia', credentials),
      await client.getFeed('pia', { page: 1, limit: 20, read: false, seen: undefined }),
      await client.getActiveIntegrations(),
      await client.bulkSubscribers([{ subscriberId: 'pia' }]),
      await client.getPreferences('pia', { criticality: 'all' }),
      await client.markAs('pia', mark),
      await client.markAll('pia', { markAs: 'seen' }),
      await client.bulkTrigger([event]),
      await client.updatePreferences('pia', change),
    ]
    expect(read).toEqual(
      answers.map((answer) => (answer === samples.feedPage ? { ...samples.feedPage, unreadable: [] } : answer)),
    )
    expect(requests.map(({ method, url, body }) => [method, url.replace('https://api.example.com', ''), body])).toEqual(
      [
        ['PATCH', '/v1/subscribers/pia/credentials', credentials],
        ['GET', '/v1/subscribers/pia/notifications/feed?page=1&limit=20&read=false', undefined],
        ['GET', '/v1/integrations/active', undefined],
        ['POST', '/v1/subscribers/bulk', { subscribers: [{ subscriberId: 'pia' }] }],
        ['GET', '/v2/subscribers/pia/preferences?criticality=all', undefined],
        ['POST', '/v1/subscribers/pia/messages/mark-as', mark],
        ['POST', '/v1/subscribers/pia/messages/mark-all', { markAs: 'seen' }],
        ['POST', '/v1/events/trigger/bulk', { events: [event] }],
        ['PATCH', '/v2/subscribers/pia/preferences', change],
      ],
    )
    for (const { method, headers, key } of requests) {
      expect(headers.get('authorization')).toBe('ApiKey secret')
      expect(headers.get('content-type')).toBe(method === 'GET' ? null : 'application/json')
      expect(key === null).toBe(method === 'GET')
    }
    expect(new Set(requests.map(({ key }) => key)).size).toBe(7)
  })

  it('reads responses with an envelope, and the feed without one', async () => {
    const answers = [
      samples.subscriber,
      [samples.integration],
      samples.bulkSubscribersResult,
      samples.preferences,
      [samples.message],
      3,
      [samples.triggerResult],
    ]
    const { client } = serviceClient(json(samples.feedPage), ...answers.map((data) => json({ data })))
    expect((await client.getFeed('pia')).data).toHaveLength(1)
    expect(await client.appendCredentials('pia', { providerId: 'fcm', credentials: {} })).toEqual(samples.subscriber)
    expect(await client.getActiveIntegrations()).toEqual([samples.integration])
    expect(await client.bulkSubscribers({ subscribers: [{ subscriberId: 'pia' }] })).toEqual(
      samples.bulkSubscribersResult,
    )
    expect(await client.getPreferences('pia')).toEqual(samples.preferences)
    expect(await client.markAs('pia', { messageId: 'a', markAs: 'read' })).toEqual([samples.message])
    expect(await client.markAll('pia', { markAs: 'read' })).toBe(3)
    expect(await client.bulkTrigger({ events: [{ name: 'a', to: 'pia' }] })).toEqual([samples.triggerResult])
  })

  it('removes the line break at the end of a key from a file', async () => {
    const { options, requests } = scriptedService(json([]))
    await createServiceClient({ ...options, apiKey: ' secret\n' }).getActiveIntegrations()
    expect(requests[0]?.headers.get('authorization')).toBe('ApiKey secret')
  })

  it('adds a unique transactionId to each event without one', async () => {
    const { client, requests } = serviceClient(json([]))
    const events = [
      { name: 'a', to: 'pia' },
      { name: 'a', to: 'kim', transactionId: 'mine' },
      { name: 'a', to: 'lou' },
    ]
    await client.bulkTrigger(events)
    const body = requests[0]?.body as { events: { transactionId: string }[] } | undefined
    const sent = body?.events.map(({ transactionId }) => transactionId) ?? []
    expect(sent[1]).toBe('mine')
    expect(new Set(sent).size).toBe(3)
    expect(events[0]).toEqual({ name: 'a', to: 'pia' })
  })
})

describe('createInboxClient', () => {
  it('calls the four operations below its baseUrl, without a key', async () => {
    const { client, requests, urls } = setUpInbox([], { baseUrl: 'https://app.example.com/api/inbox/' })
    expect(client.baseUrl).toBe('https://app.example.com/api/inbox')
    expect((await client.getFeed('pia')).unreadable).toEqual([])
    expect((await client.getPreferences('pia')).workflows.length).toBeGreaterThan(0)
    expect((await client.markAs('pia', { messageId: 'n1', markAs: 'read' })).map(({ _id }) => _id)).toEqual(['n1'])
    expect(await client.markAll('pia', { markAs: 'unread', feedIdentifier: 'activity' })).toBe(1)
    expect(urls()).toEqual([
      'https://app.example.com/api/inbox/v1/subscribers/pia/notifications/feed',
      'https://app.example.com/api/inbox/v2/subscribers/pia/preferences',
      'https://app.example.com/api/inbox/v1/subscribers/pia/messages/mark-as',
      'https://app.example.com/api/inbox/v1/subscribers/pia/messages/mark-all',
    ])
    expect(requests.every(({ headers }) => !headers.has('authorization'))).toBe(true)
  })

  it('reads a mark’s response without the fields that the proxy removes', async () => {
    const { subscriber: _, template: _1, content: _2, ...cut } = samples.message
    const { client } = setUpInbox([Response.json([cut])])
    expect(await client.markAs('pia', { messageId: 'msg_1', markAs: 'read' })).toEqual([cut])
  })

  it('encodes the payload filter', async () => {
    const { client, requests } = setUpInbox()
    await client.getFeed('pia', { payload: { post: { title: 'Søren >>>???' } } })
    expect(decodePayload(requests[0]?.query['payload'] ?? '')).toEqual({ post: { title: 'Søren >>>???' } })
  })

  it('encodes special characters of an id', async () => {
    const subscriberId = 'a/../b?c#d%2F é😀'
    const { client, urls } = setUpInbox([], { service: { subscriberId } })
    await client.getFeed(subscriberId)
    expect(urls()).toEqual([
      'https://api.example.com/v1/subscribers/a%2F..%2Fb%3Fc%23d%252F%20%C3%A9%F0%9F%98%80/notifications/feed',
    ])
  })

  it('sends the headers option, and calls a function for each attempt', async () => {
    const fixed = setUpInbox([], { headers: { authorization: 'Bearer a' } })
    await fixed.client.getFeed('pia')
    expect(fixed.requests[0]?.headers.get('authorization')).toBe('Bearer a')

    let token = 0
    const headers = async () => ({
      authorization: `Bearer ${++token}`,
      'idempotency-key': 'theirs',
      accept: 'text/html',
    })
    const renewed = setUpInbox([{ status: 503 }], { headers })
    await renewed.client.getFeed('pia')
    expect(renewed.requests.map((request) => request.headers.get('authorization'))).toEqual(['Bearer 1', 'Bearer 2'])
    expect(renewed.requests[0]?.headers.get('accept')).toBe('application/json')
  })

  it.each<[string, unknown]>([
    ['undefined', { authorization: undefined, 'x-team': 'a' }],
    ['null', { authorization: null, 'x-team': 'a' }],
    [
      'undefined, in pairs',
      [
        ['authorization', undefined],
        ['x-team', 'a'],
      ],
    ],
    [
      'null, in a map',
      new Map([
        ['authorization', null],
        ['x-team', 'a' as string | null],
      ]),
    ],
    ['undefined, from a function', () => ({ authorization: undefined, 'x-team': 'a' })],
    ['null, from a function', async () => ({ authorization: null, 'x-team': 'a' })],
  ])('leaves out a header whose value is %s', async (_name, headers) => {
    const { client, requests } = setUpInbox([], { headers: headers as HeadersInit })
    await client.getFeed('pia')
    expect(requests[0]?.headers.has('authorization')).toBe(false)
    expect(requests[0]?.headers.get('x-team')).toBe('a')
  })

  it('rejects with the error of the headers function', async () => {
    const problem = new Error('signed out')
    const { client, requests } = setUpInbox([], { headers: () => Promise.reject(problem) })
    await expect(client.getFeed('pia')).rejects.toBe(problem)
    expect(requests).toEqual([])
  })

  it('sets keepalive if requested, unless the body is too large', async () => {
    const { client, requests } = setUpInbox()
    const ids = (count: number) => Array.from({ length: count }, () => 'x'.repeat(24))
    await client.markAs('pia', { messageId: ids(10), markAs: 'seen' }, { keepalive: true })
    await client.markAs('pia', { messageId: ids(3000), markAs: 'seen' }, { keepalive: true })
    await client.markAs('pia', { messageId: ids(10), markAs: 'seen' })
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false, false])
  })
})
