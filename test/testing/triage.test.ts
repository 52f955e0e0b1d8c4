// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createInboxClient, createServiceClient } from '../../src/client/index.ts'
import type { BatchBody } from '../../src/contract/index.ts'
import {
  createTestService,
  makeCta,
  makeNotification,
  makeNotifications,
  type TestServiceOptions,
} from '../../src/testing/index.ts'

const hour = 60 * 60 * 1000
const epoch = Date.UTC(2026, 5, 1, 12)
const inHours = (hours: number) => new Date(epoch + hours * hour).toISOString()

/** A service at a time that the test sets, and the clients of an inbox and of a server. */
const setUp = (options: TestServiceOptions = {}) => {
  let time = epoch
  const service = createTestService({ notifications: makeNotifications(3), now: () => time, ...options })
  const { fetch } = service
  return {
    service,
    client: createInboxClient({ baseUrl: 'http://test.invalid', fetch, retry: false }),
    server: createServiceClient({ baseUrl: 'http://test.invalid', apiKey: 'key', fetch, retry: false }),
    setTime: (next: number) => void (time = next),
  }
}

const ids = (notifications: readonly { _id: string }[]) => notifications.map(({ _id }) => _id)

describe('archive, snooze and delete of a test service', () => {
  it('are offered by each feed page, also as through a proxy in front of production', async () => {
    const offersOf = async (options: TestServiceOptions) => (await setUp(options).client.getFeed('ada')).offers
    expect(await offersOf({})).toEqual({ returnIds: true, triage: true, deliveries: true })
    expect(await offersOf({ triage: false })).toEqual({ returnIds: true, deliveries: true })
    expect(await offersOf({ likeProduction: true })).toBeUndefined()
    expect(await offersOf({ likeProduction: true, triage: true })).toEqual({ triage: true })
  })

  it('are 404 with `triage: false`', async () => {
    const { server, service } = setUp({ triage: false })
    const delete1: BatchBody = { action: 'delete', notificationIds: ['n1'] }
    for (const call of [
      server.batchNotifications('ada', delete1),
      server.listNotifications('ada'),
      server.archiveReadNotifications('ada'),
      server.completePrimaryAction('ada', 'n1'),
    ])
      await expect(call).rejects.toMatchObject({ status: 404 })
    expect(ids(service.notifications())).toEqual(['n2', 'n1', 'n0'])
  })

  it('one that is added again is delivered again: an archived one returns, and a snoozed one stays', async () => {
    const { client, server, service } = setUp()
    await client.markAs('ada', { messageId: 'n0', markAs: 'read' })
    await server.batchNotifications('ada', { action: 'archive', notificationIds: ['n1'] })
    await server.batchNotifications('ada', { action: 'snooze', notificationIds: ['n2'], snoozeUntil: inHours(2) })
    for (const number of [0, 1, 2])
      service.add(makeNotification(number, { createdAt: inHours(1), content: `Event 2 of ${number}` }))
    const { data } = await client.getFeed('ada')
    expect(data.map(({ read, content }) => [read, content])).toEqual([
      [false, 'Event 2 of 1'],
      [false, 'Event 2 of 0'],
    ])
    const [snoozed] = (await server.listNotifications('ada', { snoozed: true })).data
    expect(snoozed).toMatchObject({ body: 'Event 2 of 2', snoozedUntil: inHours(2), createdAt: inHours(1) })
    const marked = await client.markAs('ada', { messageId: ['n1', 'n2'], markAs: 'seen' })
    expect(marked).toMatchObject([
      { deliveredAt: [expect.any(String), inHours(1)] },
      { deliveredAt: [expect.any(String)] },
    ])
  })

  it('leave archived and snoozed ones out of the feed and its counts', async () => {
    const { client, server, service } = setUp({
      notifications: [
        ...makeNotifications(3),
        makeNotification(3, { archived: true }),
        makeNotification(4, { snoozedUntil: inHours(1) }),
      ],
    })
    expect(ids((await client.getFeed('ada')).data)).toEqual(['n2', 'n1', 'n0'])
    expect(await client.getFeed('ada', { seen: false, limit: 1 })).toMatchObject({ totalCount: 3 })
    expect(await client.markAll('ada', { markAs: 'read' })).toBe(3)
    expect((await server.listNotifications('ada', { archived: true })).data).toMatchObject([{ id: 'n3' }])
    expect((await server.listNotifications('ada', { snoozed: true })).data).toMatchObject([
      { id: 'n4', snoozedUntil: inHours(1), isRead: false },
    ])
    expect(ids(service.notifications())).toEqual(['n4', 'n3', 'n2', 'n1', 'n0'])
  })

  it('list archived and snoozed ones in the feed like production, marked as a proxy marks them', async () => {
    const { client, server } = setUp({ likeProduction: true, triage: true })
    const snooze: BatchBody = { action: 'snooze', notificationIds: ['n1'], snoozeUntil: inHours(1) }
    await server.batchNotifications('ada', snooze)
    await server.batchNotifications('ada', { action: 'archive', notificationIds: ['n0'] })
    expect((await client.getFeed('ada')).data).toMatchObject([
      { _id: 'n2', archived: false },
      { _id: 'n1', snoozedUntil: inHours(1) },
      { _id: 'n0', archived: true },
    ])
  })

  it('deliver a snoozed one again when it is read after its time, and hint that', async () => {
    const { client, server, service, setTime } = setUp({ live: true })
    await client.markAll('ada', { markAs: 'read' })
    await server.batchNotifications('ada', { action: 'snooze', notificationIds: ['n0'], snoozeUntil: inHours(1) })
    const events: string[] = []
    const stream = await service.fetch('/v1/subscribers/ada/live')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    events.push((await reader?.read())?.value ?? '')
    setTime(epoch + hour - 1)
    expect(ids((await client.getFeed('ada')).data)).toEqual(['n2', 'n1'])
    setTime(epoch + 2 * hour)
    expect((await client.getFeed('ada')).data).toMatchObject([
      { _id: 'n0', createdAt: inHours(1), read: false, seen: false },
      { _id: 'n2' },
      { _id: 'n1' },
    ])
    expect(service.notifications()[0]).toMatchObject({ _id: 'n0', snoozedUntil: null })
    events.push((await reader?.read())?.value ?? '')
    expect(events).toEqual([expect.stringContaining('status'), expect.stringContaining('event: hint')])
  })

  it('store which button was used', async () => {
    const { client, server, service } = setUp({ notifications: [makeNotification(0, { cta: makeCta() })] })
    expect(await server.completeSecondaryAction('ada', 'n0')).toMatchObject({
      primaryAction: { label: 'Accept', isCompleted: false },
      secondaryAction: { label: 'Decline', isCompleted: true },
    })
    expect((await client.getFeed('ada')).data[0]?.cta.action).toMatchObject({
      status: 'done',
      result: { type: 'secondary' },
    })
    expect(await server.revertSecondaryAction('ada', 'n0')).toMatchObject({ secondaryAction: { isCompleted: false } })
    expect(service.notifications()[0]?.cta.action).toMatchObject({ status: 'pending' })
    expect(service.requestsOf('completeSecondaryAction')).toMatchObject([{ id: 'n0', subscriberId: 'ada' }])
  })

  it('can be made to fail, repeat the response to a key, and hint other streams', async () => {
    const { server, service } = setUp({ live: true })
    service.fail('batchNotifications', { status: 503 })
    const archive: BatchBody = { action: 'archive', notificationIds: ['n1'] }
    await expect(server.batchNotifications('ada', archive)).rejects.toMatchObject({ status: 503 })
    const token = async () => {
      const accept = 'application/json, application/vnd.tidings.counts+json'
      const response = await service.fetch('/v1/subscribers/ada/notifications/feed', { headers: { accept } })
      return ((await response.json()) as { liveToken: string }).liveToken
    }
    const before = await token()
    const call = { idempotencyKey: 'one' }
    await server.batchNotifications('ada', archive, call)
    expect(await token()).not.toBe(before)
    await server.batchNotifications('ada', { action: 'unarchive', notificationIds: ['n1'] })
    expect(await server.batchNotifications('ada', archive, call)).toMatchObject([{ id: 'n1', isArchived: true }])
    expect(service.notifications().find(({ _id }) => _id === 'n1')?.archived).toBe(false)
  })
})
