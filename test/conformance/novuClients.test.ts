import { Novu as Novu311 } from 'novu-api-3.11'
import { HTTPClient as HTTPClient311 } from 'novu-api-3.11/lib/http.js'
import { Novu as Novu319 } from 'novu-api-3.19'
import { HTTPClient as HTTPClient319 } from 'novu-api-3.19/lib/http.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { behaviors } from '../../src/contract/behavior.ts'
import type { Database } from '../../src/service/index.ts'
import { openMemory } from '../service/support/engines.ts'
import { apiKey, createWorld } from '../service/support/world.ts'

/**
 * Novu's own client for servers, in the oldest and the newest version. It checks each response, and rejects one without
 * a field that it requires.
 */
const clients = {
  '3.11': (fetcher: typeof fetch) => {
    const novu = new Novu311({ ...options, httpClient: new HTTPClient311({ fetcher }) })
    return { novu, preferences: () => novu.subscribers.preferences.list('anna', 'all') }
  },
  '3.19': (fetcher: typeof fetch) => {
    const novu = new Novu319({ ...options, httpClient: new HTTPClient319({ fetcher }) })
    return { novu, preferences: () => novu.subscribers.preferences.list({ subscriberId: 'anna', criticality: 'all' }) }
  },
}
const options = { secretKey: apiKey, serverURL: 'http://service.test' }

type Client = ReturnType<(typeof clients)[keyof typeof clients]>

/** Each operation: a call in which every field has a value that can have one, and a part of its result. */
const calls: Record<string, { call: (client: Client) => Promise<unknown>; result: object }> = {
  'subscribers.createBulk': {
    call: ({ novu }) =>
      novu.subscribers.createBulk({
        subscribers: [{ subscriberId: 'anna', firstName: 'Anna' }, { subscriberId: 'mei' }],
      }),
    result: { updated: [{ subscriberId: 'anna' }], created: [{ subscriberId: 'mei' }], failed: [] },
  },
  'credentials.append': {
    call: ({ novu }) =>
      novu.subscribers.credentials.append({ providerId: 'fcm', credentials: { deviceTokens: ['token-1'] } }, 'anna'),
    result: { subscriberId: 'anna', channels: [{ providerId: 'fcm', credentials: { deviceTokens: ['token-1'] } }] },
  },
  'integrations.listActive': {
    call: ({ novu }) => novu.integrations.listActive(),
    result: ['in-app-1', 'mail-1', 'sms-1', 'slack-1', 'slack-2', 'fcm-1'].map((identifier) => ({ identifier })),
  },
  triggerBulk: {
    call: ({ novu }) =>
      novu.triggerBulk({
        events: [
          { workflowId: 'comment-added', to: ['anna'], actor: 'ben', payload: { who: 'Ben', text: 'hi', postId: 7 } },
          { workflowId: 'nothing', to: 'anna' },
        ],
      }),
    result: [{ status: 'processed' }, { status: 'error', error: ['workflow_not_found'] }],
  },
  'notifications.feed': {
    call: ({ novu }) => novu.subscribers.notifications.feed({ subscriberId: 'anna', page: 0, limit: 10, read: false }),
    result: { totalCount: 1, data: [{ content: 'Ben said: hi', tags: ['social'], feedId: 'activity' }] },
  },
  'messages.markAllAs': {
    call: async ({ novu }) => {
      const { result } = await novu.subscribers.notifications.feed({ subscriberId: 'anna' })
      const messageId = result.data.map(({ id }) => id)
      return novu.subscribers.messages.markAllAs({ messageId, markAs: 'read' }, 'anna', 'key-1')
    },
    result: [{ read: true, seen: true, content: 'Ben said: hi' }],
  },
  'messages.markAll': {
    call: ({ novu }) =>
      novu.subscribers.messages
        .markAll({ markAs: 'unread', feedIdentifier: 'activity' }, 'anna')
        .then(({ result }) => ({
          result: [result],
        })),
    result: [1],
  },
  'preferences.list': {
    call: ({ preferences }) => preferences(),
    result: { global: { enabled: true, channels: { inApp: true } } },
  },
  'preferences.update': {
    call: ({ novu }) =>
      novu.subscribers.preferences.update(
        {
          schedule: {
            isEnabled: true,
            weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] } },
          },
        },
        'anna',
      ),
    result: { global: { schedule: { isEnabled: true } } },
  },
  cancel: {
    call: async ({ novu }) => {
      const { result } = await novu.cancel('unknown')
      return { result: [result] }
    },
    result: [false],
  },
  retrieve: {
    call: ({ novu }) => novu.subscribers.retrieve('anna'),
    result: { subscriberId: 'anna', channels: [{ providerId: 'fcm' }] },
  },
  delete: {
    call: ({ novu }) => novu.subscribers.delete('mei'),
    result: { acknowledged: true, status: 'deleted' },
  },
}

const anna = { subscriberId: 'anna' }

/** The operations on notifications, which only the newest client has, as above. They run in this order. */
const newestCalls: Record<
  string,
  { call: (novu: Novu319, notificationId: string) => Promise<unknown>; result?: object }
> = {
  list: {
    call: ({ subscribers }) =>
      subscribers.notifications.list({
        ...anna,
        limit: 10,
        offset: 0,
        read: false,
        seen: false,
        archived: false,
        snoozed: false,
        data: '{"post":7}',
        severity: ['none', 'high'],
        createdGte: 0,
        createdLte: Date.UTC(2030, 0),
      }),
    result: {
      hasMore: false,
      data: [{ body: 'Ben said: hi', isArchived: false, primaryAction: { isCompleted: false } }],
    },
  },
  count: {
    call: async ({ subscribers }) => {
      const filters = [
        { read: false, seen: false, archived: false, snoozed: false, severity: ['none'], tags: ['social'] },
        {},
      ]
      const { result } = await subscribers.notifications.count('anna', JSON.stringify(filters))
      return { result: result.map(({ count }) => count) }
    },
    result: [1, 1],
  },
  markAsRead: {
    call: ({ subscribers }, notificationId) => subscribers.notifications.markAsRead({ ...anna, notificationId }),
    result: { isRead: true, isSeen: true, readAt: expect.any(String) },
  },
  markAsUnread: {
    call: ({ subscribers }, notificationId) => subscribers.notifications.markAsUnread({ ...anna, notificationId }),
    result: { isRead: false },
  },
  archive: {
    call: ({ subscribers }, notificationId) => subscribers.notifications.archive({ ...anna, notificationId }),
    result: { isArchived: true, archivedAt: expect.any(String) },
  },
  unarchive: {
    call: ({ subscribers }, notificationId) => subscribers.notifications.unarchive({ ...anna, notificationId }),
    result: { isArchived: false },
  },
  snooze: {
    call: ({ subscribers }, notificationId) =>
      subscribers.notifications.snooze({
        ...anna,
        notificationId,
        snoozeSubscriberNotificationDto: { snoozeUntil: new Date('2026-03-02T09:00:00Z') },
      }),
    result: { isSnoozed: true, snoozedUntil: '2026-03-02T09:00:00.000Z' },
  },
  unsnooze: {
    call: ({ subscribers }, notificationId) => subscribers.notifications.unsnooze({ ...anna, notificationId }),
    result: { isSnoozed: false },
  },
  completeAction: {
    call: ({ subscribers }, notificationId) =>
      subscribers.notifications.completeAction({ ...anna, notificationId, actionType: 'primary' }),
    result: { primaryAction: { isCompleted: true } },
  },
  revertAction: {
    call: ({ subscribers }, notificationId) =>
      subscribers.notifications.revertAction({ ...anna, notificationId, actionType: 'primary' }),
    result: { primaryAction: { isCompleted: false } },
  },
  markAsSeen: {
    call: ({ subscribers }, notificationId) =>
      subscribers.notifications.markAsSeen({ notificationIds: [notificationId], data: '{"post":7}' }, 'anna'),
  },
  markAllAsRead: {
    call: ({ subscribers }) => subscribers.notifications.markAllAsRead({ data: '{"post":7}' }, 'anna'),
  },
  archiveAllRead: {
    call: ({ subscribers }) => subscribers.notifications.archiveAllRead({}, 'anna'),
  },
  archiveAll: {
    call: ({ subscribers }) => subscribers.notifications.archiveAll({}, 'anna'),
  },
  delete: {
    call: ({ subscribers }, notificationId) => subscribers.notifications.delete({ ...anna, notificationId }),
  },
  deleteAll: {
    call: ({ subscribers }) => subscribers.notifications.deleteAll({}, 'anna'),
  },
}

let database: Database
beforeAll(async () => {
  database = await openMemory()
})
afterAll(() => database.close())

describe.each(behaviors)('behavior %s', (behavior) => {
  describe.each(Object.entries(clients))('Novu’s client %s', (_, create) => {
    let client: Client
    beforeAll(async () => {
      const { service } = await createWorld({ database }, { behavior })
      client = create((input, init) => service(new Request(input, init)))
    })

    it.each(Object.entries(calls))('accepts the response of %s', async (_name, { call, result }) => {
      expect(await call(client)).toMatchObject({ result })
    })

    it('throws its own error for a rejected request', async () => {
      const feed = (query: object) => client.novu.subscribers.notifications.feed({ subscriberId: 'nobody', ...query })
      await expect(feed({})).rejects.toMatchObject({
        name: 'ErrorDto',
        statusCode: behavior === 'production' ? 400 : 404,
      })
      await expect(feed({ limit: 101 })).rejects.toMatchObject({ name: 'ValidationErrorDto', statusCode: 422 })
    })
  })

  describe('Novu’s newest client', () => {
    let novu: Novu319
    let id = ''
    beforeAll(async () => {
      const { service, call } = await createWorld({ database }, { behavior })
      const fetcher: typeof fetch = (input, init) => service(new Request(input, init))
      novu = new Novu319({ ...options, httpClient: new HTTPClient319({ fetcher }) })
      const payload = { who: 'Ben', text: 'hi', postId: 7 }
      const event = { name: 'comment-added', to: 'anna', payload, overrides: { novu: { data: { post: 7 } } } }
      await call('POST', '/v1/events/trigger/bulk', { events: [event] })
      const { result } = await novu.subscribers.notifications.feed(anna)
      id = result.data[0]?.id ?? ''
    })

    it.each(Object.entries(newestCalls))('drives %s of a notification', async (_name, { call, result }) => {
      // It resolves to nothing if the response has no body.
      expect((await call(novu, id)) ?? {}).toMatchObject(result ? { result } : {})
    })

    it('reads the refusal of an unknown one', async () => {
      const call = novu.subscribers.notifications.archive({ ...anna, notificationId: id })
      await expect(call).rejects.toMatchObject({ name: 'ErrorDto', statusCode: 404 })
    })
  })
})
