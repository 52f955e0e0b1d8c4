import { describe, expect, it } from 'vitest'
import {
  bulkSubscribersBody,
  bulkSubscribersResult,
  bulkTriggerBody,
  channelSettings,
  feedPage,
  inboxNotification,
  integration,
  message,
  messageCta,
  preferences,
  schedule,
  subscriber,
  triggerResult,
  workflow,
  workflowPreference,
} from '../../src/contract/index.ts'
import {
  createTestService,
  makeBulkSubscribersResult,
  makeChannelSettings,
  makeCta,
  makeFeedPage,
  makeIntegration,
  makeMessage,
  makeNotification,
  makeNotifications,
  makePreferences,
  makeSchedule,
  makeSubscriber,
  makeSubscriberEntry,
  makeTriggerEvent,
  makeTriggerResult,
  makeWorkflow,
  makeWorkflowPreference,
  testEpoch,
} from '../../src/testing/index.ts'

describe('the factories', () => {
  it.each([
    ['makeBulkSubscribersResult', bulkSubscribersResult, makeBulkSubscribersResult()],
    ['makeChannelSettings', channelSettings, makeChannelSettings()],
    ['makeCta', messageCta, makeCta()],
    ['makeFeedPage', feedPage, makeFeedPage()],
    ['makeIntegration', integration, makeIntegration()],
    ['makeMessage', message, makeMessage(7, { template: makeWorkflow(), subscriber: makeSubscriber() })],
    ['makeNotification', inboxNotification, makeNotification(7)],
    ['makePreferences', preferences, makePreferences()],
    ['makeSchedule', schedule, makeSchedule()],
    ['makeSubscriber', subscriber, makeSubscriber({ channels: [makeChannelSettings()] })],
    ['makeSubscriberEntry', bulkSubscribersBody, { subscribers: [makeSubscriberEntry()] }],
    ['makeTriggerEvent', bulkTriggerBody, { events: [makeTriggerEvent(7)] }],
    ['makeTriggerResult', triggerResult, makeTriggerResult(7)],
    ['makeWorkflow', workflow, makeWorkflow()],
    ['makeWorkflowPreference', workflowPreference, makeWorkflowPreference('comment-added')],
  ])('%s creates an object that the contract reads without loss', (_, schema, made) => {
    expect(schema.parse(made)).toEqual(made)
    expect(schema.parse(JSON.parse(JSON.stringify(made)))).toEqual(JSON.parse(JSON.stringify(made)))
  })

  it('accept overrides', () => {
    expect(makeNotification(1, { read: true })).toMatchObject({ _id: 'n1', read: true, seen: false })
    expect(makeMessage(1, { seen: true })).toMatchObject({ _id: 'n1', read: false, seen: true })
    expect(makeSubscriber({ subscriberId: 'bob' })).toMatchObject({ subscriberId: 'bob', deleted: false })
    expect(makePreferences({ workflows: [] }).workflows).toEqual([])
    expect(makeFeedPage({ data: makeNotifications(3) })).toMatchObject({ totalCount: 3, pageSize: 3 })
    expect(makeWorkflowPreference('weekly-digest', { enabled: false })).toMatchObject({
      enabled: false,
      workflow: { name: 'Weekly digest' },
    })
  })

  it('number notifications by age, newest first, and belong to one subscriber', () => {
    const made = makeNotifications(3, (number) => ({ read: number === 0 }))
    expect(made.map(({ _id, read }) => [_id, read])).toEqual([
      ['n2', false],
      ['n1', false],
      ['n0', true],
    ])
    expect(made.map(({ createdAt }) => Date.parse(createdAt ?? ''))).toEqual(
      [2, 1, 0].map((n) => testEpoch + n * 60_000),
    )
    expect(made[0]?.subscriber?._id).toBe(makeSubscriber()._id)
    expect(makeMessage(2)).toMatchObject({ _id: made[0]?._id, content: made[0]?.content })
  })
})

describe('createTestService', () => {
  it('responds below any path, and records its requests', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const path = '/api/inbox/v1/subscribers/ada/messages/mark-all'
    const headers = { authorization: 'Bearer token', 'idempotency-key': 'k' }
    const answer = await service.fetch(path, { method: 'POST', headers, body: '{"markAs":"seen"}', keepalive: true })
    expect([answer.status, await answer.json()]).toEqual([201, 2])
    expect(service.requests).toMatchObject([
      { operation: 'markAll', subscriberId: 'ada', body: { markAs: 'seen' }, idempotencyKey: 'k', keepalive: true },
    ])
    expect(service.requests[0]?.headers.get('authorization')).toBe('Bearer token')
  })

  it('simulates another device: arrivals, deletions and marks', () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    service.add(makeNotification(2))
    service.remove('n1')
    service.mark('n0', 'read')
    expect(service.notifications().map(({ _id, read }) => [_id, read])).toEqual([
      ['n2', false],
      ['n0', true],
    ])
    expect(service.requests).toEqual([])
  })

  it('counts pages from 1 and clamps totals if configured', async () => {
    const service = createTestService({ notifications: makeNotifications(3), firstPage: 1, likeProduction: true })
    const page = async (query: string) =>
      (await service.fetch(`/v1/subscribers/ada/notifications/feed?limit=2${query}`)).json()
    expect(await page('')).toMatchObject({ page: 1, totalCount: 2, pageSize: 2, hasMore: true })
    expect(await page('&page=2')).toMatchObject({ page: 2, totalCount: 1, pageSize: 2, hasMore: false })
  })
})
