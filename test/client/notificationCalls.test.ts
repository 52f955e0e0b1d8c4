import { describe, expect, it, vi } from 'vitest'
import { createServiceClient, isContractError, isHttpError, isRequestError } from '../../src/client/index.ts'
import { triageOperations } from '../../src/contract/extensions/triageOperations.ts'

const notification = {
  id: 'n1',
  transactionId: 't1',
  body: 'a',
  to: { id: 's1', subscriberId: 'a/b' },
  isRead: false,
  isSeen: false,
  isArchived: false,
  isSnoozed: false,
  createdAt: '2026-06-01T12:00:00.000Z',
  channelType: 'in_app',
  severity: 'none',
}

const setUp = (respond: () => Response) => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => respond())
  const client = createServiceClient({
    baseUrl: 'http://service.test',
    apiKey: 'key',
    retry: false,
    fetch: fetch as never,
  })
  const sent = () =>
    fetch.mock.calls.map(([url, { method, body }]) =>
      [method, url.replace('http://service.test/v2/subscribers/a%2Fb/notifications', ''), body]
        .filter(Boolean)
        .join(' '),
    )
  return { client, sent }
}

const one = () => Response.json({ data: notification })
const nothing = () => new Response(null, { status: 204 })

const errorOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)

describe('the calls of notifications', () => {
  it('send the ids in the path, the lists of a query one by one, and the filters of a count as JSON', async () => {
    const { client, sent } = setUp(one)
    expect(await client.archiveNotification('a/b', 'n/1')).toEqual(notification)
    await client.snoozeNotification('a/b', 'n1', { snoozeUntil: '2026-06-02T12:00:00Z' })
    await client.completeSecondaryAction('a/b', 'n1')
    await errorOf(client.listNotifications('a/b', { archived: true, severity: ['high', 'low'], limit: 5 }))
    await errorOf(client.countNotifications('a/b', [{ read: false }, {}]))
    expect(sent()).toEqual([
      'PATCH /n%2F1/archive',
      'PATCH /n1/snooze {"snoozeUntil":"2026-06-02T12:00:00Z"}',
      'PATCH /n1/actions/secondary/complete',
      'GET ?limit=5&archived=true&severity=high&severity=low',
      `GET /count?${new URLSearchParams({ filters: '[{"read":false},{}]' })}`,
    ])
  })

  it('resolve to nothing if the response has no body', async () => {
    const { client, sent } = setUp(nothing)
    expect(await client.deleteNotification('a/b', 'n1')).toBeUndefined()
    expect(await client.readAllNotifications('a/b')).toBeUndefined()
    expect(sent()).toEqual(['DELETE /n1', 'POST /read {}'])
    expect(isContractError(await errorOf(client.archiveNotification('a/b', 'n1')))).toBe(true)
  })

  it('never send ids to an operation on all notifications', async () => {
    const { client, sent } = setUp(nothing)
    const matching = { notificationIds: ['n1'] } as object
    for (const name of [
      'readAllNotifications',
      'archiveAllNotifications',
      'archiveReadNotifications',
      'deleteAllNotifications',
    ] as const) {
      expect(isRequestError(await errorOf(client[name]('a/b', matching)))).toBe(true)
      expect(Object.keys(triageOperations[name].body.def.shape)).not.toContain('notificationIds')
    }
    expect(sent()).toEqual([])
  })

  it('send several ids to the batch alone, also if the service lacks it', async () => {
    const { client, sent } = setUp(() => Response.json({ statusCode: 404, message: 'Cannot POST' }, { status: 404 }))
    const notificationIds = ['n1', 'n2']
    const call = client.batchNotifications('a/b', { action: 'delete', notificationIds })
    expect(isHttpError(await errorOf(call))).toBe(true)
    expect(sent()).toEqual(['POST /batch {"action":"delete","notificationIds":["n1","n2"]}'])
  })

  it.each<[string, (client: ReturnType<typeof setUp>['client']) => Promise<unknown>]>([
    ['id', (client) => client.archiveNotification('a', '')],
    ['id', (client) => client.deleteNotification('a', undefined as never)],
    ['id', (client) => client.readNotification('a', '..')],
    ['subscriberId', (client) => client.readNotification('', 'n1')],
    ['snoozeUntil', (client) => client.snoozeNotification('a', 'n1', { snoozeUntil: 'tomorrow' })],
    ['snoozeUntil', (client) => client.batchNotifications('a', { action: 'snooze', notificationIds: ['n1'] })],
    ['notificationIds', (client) => client.batchNotifications('a', { action: 'delete', notificationIds: [] })],
    ['', (client) => client.countNotifications('a', Array(31).fill({}))],
    ['[0].ids', (client) => client.countNotifications('a', [{ ids: ['n1'] } as object])],
    ['limit', (client) => client.listNotifications('a', { limit: 0 })],
  ])('reject an invalid %j before anything is sent', async (field, call) => {
    const { client, sent } = setUp(one)
    const error = await errorOf(call(client))
    expect(isRequestError(error) && error.fields.map((issue) => issue.field)).toEqual([field])
    expect(sent()).toEqual([])
  })
})
