import { describe, expect, it } from 'vitest'
import { isHttpError } from '../../src/client/index.ts'
import type { BatchBody, NotificationV2 } from '../../src/contract/index.ts'
import { type Conformance, createSubject, type Subject, texts } from './subject.ts'

const hour = 60 * 60 * 1000
/** The time at which each test starts. */
const start = Date.UTC(2026, 5, 1, 12)
const inHours = (hours: number) => new Date(start + hours * hour).toISOString()

const bodies = (notifications: readonly NotificationV2[]) => notifications.map(({ body }) => body)

/** Changes messages by their texts. Resolves to the texts of the response. */
const change = async ({ server, id }: Subject, action: BatchBody['action'], names: string[], snoozeUntil?: string) => {
  const notificationIds: string[] = []
  for (const name of names) notificationIds.push(await id(name))
  return {
    notificationIds,
    changed: await server.batchNotifications('ada', { action, notificationIds, ...(snoozeUntil && { snoozeUntil }) }),
  }
}

/** What is in the feed, archived and snoozed, as lists say. */
const placesOf = async ({ server }: Subject) => {
  const places = [
    { archived: false, snoozed: false },
    { archived: true, snoozed: false },
    { archived: false, snoozed: true },
  ]
  const lists: string[] = []
  for (const place of places) lists.push(bodies((await server.listNotifications('ada', place)).data).join(' '))
  return lists
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (isHttpError(error) ? error.status : error),
  )

/** The part of archive, snooze and delete that an inbox calls, which a service may lack. */
export const describeInboxTriage = (conformance: Conformance): void => {
  describe('archive, snooze and delete of an inbox', () => {
    it('archive by ids, which reads and ends a snooze, and return to the feed', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { client, server } = subject
      const [, , a] = (await client.getFeed('ada')).data
      const { notificationIds } = await change(subject, 'snooze', ['a', 'c'], inHours(2))
      expect(await placesOf(subject)).toEqual(['b', '', 'c a'])
      const archived = await server.batchNotifications('ada', { action: 'archive', notificationIds })
      expect(archived).toMatchObject([
        { body: 'a', isArchived: true, isSnoozed: false, isRead: true, isSeen: true },
        { body: 'c', isArchived: true },
      ])
      expect(await placesOf(subject)).toEqual(['b', 'c a', ''])
      expect((await client.getFeed('ada', { read: false })).data.map(({ content }) => content)).toEqual(['b'])
      await server.batchNotifications('ada', { action: 'unarchive', notificationIds: [notificationIds[1] ?? ''] })
      expect(await placesOf(subject)).toEqual(['c b', 'a', ''])
      await server.markAs('ada', { messageId: a?._id ?? '', markAs: 'unread' })
      expect(await placesOf(subject)).toEqual(['c b a', '', ''])
    })

    it('snooze takes out of the archive, and unsnooze returns to its place', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { server, client } = subject
      const { notificationIds } = await change(subject, 'archive', ['b'])
      const snooze = { action: 'snooze', notificationIds, snoozeUntil: inHours(1) } as const
      expect(await server.batchNotifications('ada', snooze)).toMatchObject([
        { isArchived: false, isSnoozed: true, snoozedUntil: inHours(1), isRead: true },
      ])
      expect(await placesOf(subject)).toEqual(['c a', '', 'b'])
      await client.markAll('ada', { markAs: 'unread' })
      expect((await server.listNotifications('ada', { snoozed: true })).data).toMatchObject([{ isRead: true }])
      await server.batchNotifications('ada', { action: 'unsnooze', notificationIds })
      expect(await placesOf(subject)).toEqual(['c b a', '', ''])
    })

    it('a snooze that ends is delivered again: later, unread and unseen', async () => {
      const subject = await createSubject(conformance, texts('a', 'b'))
      const { server, client, clock } = subject
      await client.markAll('ada', { markAs: 'read' })
      const { notificationIds } = await change(subject, 'snooze', ['a'], inHours(1))
      clock.advance(hour)
      await expect.poll(() => placesOf(subject)).toEqual(['a b', '', ''])
      const [first] = (await client.getFeed('ada')).data
      expect(first).toMatchObject({ _id: notificationIds[0], read: false, seen: false, createdAt: inHours(1) })
      const [listed] = (await server.listNotifications('ada', { limit: 1 })).data
      expect(listed).toMatchObject({ createdAt: inHours(1), deliveredAt: [expect.any(String), inHours(1)] })
      const [message] = await server.markAs('ada', { messageId: notificationIds[0] ?? '', markAs: 'seen' })
      expect(message?.createdAt).not.toBe(inHours(1))
    })

    it('delete for good, and ignore ids that the subscriber does not have', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { server, texts: shown } = subject
      const { changed, notificationIds } = await change(subject, 'delete', ['c', 'a'])
      expect(bodies(changed)).toEqual(['c', 'a'])
      expect(await shown()).toEqual(['b'])
      const again: BatchBody = { action: 'delete', notificationIds: [...notificationIds, 'nothing'] }
      expect(await server.batchNotifications('ada', again)).toEqual([])
      expect(await shown()).toEqual(['b'])
    })

    const spares = conformance.behavior === 'interface'

    it('leave alone what was delivered later than a batch says, if the service offers that', async () => {
      const subject = await createSubject(conformance, texts('a', 'b'))
      const { client, server } = subject
      const { data } = await client.getFeed('ada')
      const [, a] = data
      const notificationIds = data.map(({ _id }) => _id)
      const deliveries = Object.fromEntries(notificationIds.map((id) => [id, a?.createdAt ?? '']))
      for (const body of [{ action: 'archive' }, { action: 'snooze', snoozeUntil: inHours(1) }] as const) {
        const changed = await server.batchNotifications('ada', { ...body, notificationIds, deliveries })
        const isArchived = body.action === 'archive'
        expect(changed).toMatchObject([
          spares ? { body: 'b', isArchived: false, isSnoozed: false, isRead: false } : { isArchived },
          { body: 'a', isArchived, isSnoozed: !isArchived },
        ])
      }
      expect(await placesOf(subject)).toEqual(spares ? ['b', '', 'a'] : ['', '', 'b a'])
      const deleted = await server.batchNotifications('ada', { action: 'delete', notificationIds, deliveries })
      expect(bodies(deleted)).toEqual(spares ? ['a'] : ['b', 'a'])
      expect(await placesOf(subject)).toEqual([spares ? 'b' : '', '', ''])
    })

    it('archive all read ones that were delivered until a time, if the service offers that', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { server, client } = subject
      await client.markAll('ada', { markAs: 'read' })
      const [, b] = (await client.getFeed('ada')).data
      await server.archiveReadNotifications('ada', { until: b?.createdAt ?? '' })
      expect(await placesOf(subject)).toEqual(spares ? ['c', 'b a', ''] : ['', 'c b a', ''])
    })

    it('archive all read ones', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c', 'd'))
      const { server, client, id } = subject
      await client.markAs('ada', { messageId: [await id('a'), await id('c'), await id('d')], markAs: 'read' })
      await change(subject, 'snooze', ['d'], inHours(1))
      expect(await server.archiveReadNotifications('ada', { tags: ['none'] })).toBeUndefined()
      expect(await placesOf(subject)).toEqual(['c b a', '', 'd'])
      await server.archiveReadNotifications('ada')
      expect(await placesOf(subject)).toEqual(['b', 'c a', 'd'])
    })

    it('list pages, newest first', async () => {
      const { server, client, id } = await createSubject(conformance, texts('a', 'b', 'c', 'd'))
      await client.markAs('ada', { messageId: await id('c'), markAs: 'read' })
      const first = await server.listNotifications('ada', { limit: 2 })
      expect([bodies(first.data), first.hasMore]).toEqual([['d', 'c'], true])
      const next = await server.listNotifications('ada', { limit: 1, offset: 1, after: first.data[1]?.id })
      expect([bodies(next.data), next.hasMore]).toEqual([['a'], false])
      expect(bodies((await server.listNotifications('ada', { read: false, offset: 1 })).data)).toEqual(['b', 'a'])
      expect(bodies((await server.listNotifications('ada', { severity: ['none', 'high'] })).data)).toHaveLength(4)
      expect(bodies((await server.listNotifications('ada', { severity: ['high'] })).data)).toEqual([])
      expect(await statusOf(server.listNotifications('ada', { after: 'nothing' }))).toBe(400)
    })

    it('refuse what is invalid, and change nothing', async () => {
      const subject = await createSubject(conformance, texts('a'))
      const { server, id } = subject
      const notificationIds = [await id('a')]
      for (const snoozeUntil of [inHours(0), inHours(366 * 24)])
        expect(
          await statusOf(server.batchNotifications('ada', { action: 'snooze', notificationIds, snoozeUntil })),
        ).toBe(422)
      expect(await statusOf(server.batchNotifications('nobody', { action: 'delete', notificationIds }))).toBe(404)
      expect(await statusOf(server.completePrimaryAction('ada', notificationIds[0] ?? ''))).toBe(400)
      expect(await statusOf(server.revertSecondaryAction('ada', 'nothing'))).toBe(404)
      expect(await statusOf(server.listNotifications('ada', { data: 'x' }))).toBe(422)
      expect(await placesOf(subject)).toEqual(['a', '', ''])
    })
  })
}
