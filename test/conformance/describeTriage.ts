import { describe, expect, it } from 'vitest'
import { isHttpError, isRequestError } from '../../src/client/index.ts'
import type { NotificationV2 } from '../../src/contract/index.ts'
import { type Conformance, createSubject, type Subject, texts } from './subject.ts'

const hour = 60 * 60 * 1000
/** The time at which each test starts. */
const start = Date.UTC(2026, 5, 1, 12)
const inHours = (hours: number) => new Date(start + hours * hour).toISOString()

const bodies = (notifications: readonly NotificationV2[]) => notifications.map(({ body }) => body)

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (isHttpError(error) ? error.status : error),
  )

/** What is in the feed, archived and snoozed, by text, as lists and counts say. */
const placesOf = async ({ server }: Subject) => {
  const filters = [
    { archived: false, snoozed: false },
    { archived: true, snoozed: false },
    { archived: false, snoozed: true },
  ]
  const counts = await server.countNotifications('ada', filters)
  const lists: string[][] = []
  for (const filter of filters) lists.push(bodies((await server.listNotifications('ada', filter)).data))
  expect(counts).toEqual(filters.map((filter, index) => ({ filter, count: lists[index]?.length })))
  return lists.map((list) => list.join(' '))
}

/** Archive, snooze and delete, which a service may lack. */
export const describeTriage = (conformance: Conformance): void => {
  const isProduction = conformance.behavior === 'production'

  describe('archive, snooze and delete', () => {
    it('put one aside, return it and delete it', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { server, id, texts: shown } = subject
      const [a, b] = [await id('a'), await id('b')]
      expect(await server.archiveNotification('ada', a)).toMatchObject({ id: a, isArchived: true, isRead: true })
      expect(await server.snoozeNotification('ada', b, { snoozeUntil: inHours(3) })).toMatchObject({
        isSnoozed: true,
        snoozedUntil: inHours(3),
        isRead: false,
      })
      expect(await placesOf(subject)).toEqual(['c', 'a', 'b'])
      expect(await shown()).toEqual(isProduction ? ['c', 'b', 'a'] : ['c'])
      expect(await server.unarchiveNotification('ada', a)).toMatchObject({ isArchived: false, isRead: true })
      expect(await server.unsnoozeNotification('ada', b)).toMatchObject({ isSnoozed: false })
      expect(await placesOf(subject)).toEqual(['c b a', '', ''])
      await server.archiveNotification('ada', b)
      expect(await server.unreadNotification('ada', b)).toMatchObject({ isArchived: false, isRead: false })
      expect(await server.readNotification('ada', b)).toMatchObject({ isRead: true, isSeen: true })
      expect(await server.deleteNotification('ada', a)).toBeUndefined()
      expect(await placesOf(subject)).toEqual(['c b', '', ''])
      expect(await shown()).toEqual(['c', 'b'])
    })

    it('deliver a snoozed one again when its time comes', async () => {
      const subject = await createSubject(conformance, texts('a', 'b'))
      const { server, client, id, clock, texts: shown } = subject
      const a = await id('a')
      await server.readNotification('ada', a)
      await server.snoozeNotification('ada', a, { snoozeUntil: inHours(1) })
      clock.advance(hour)
      await expect.poll(() => placesOf(subject)).toEqual(['a b', '', ''])
      expect(await shown({ read: false })).toEqual(['a', 'b'])
      expect((await client.getFeed('ada')).data[0]).toMatchObject({ _id: a, createdAt: inHours(1), seen: false })
      const { data } = await server.listNotifications('ada', { limit: 1 })
      expect(data[0]).toMatchObject({ createdAt: inHours(1), deliveredAt: [expect.any(String), inHours(1)] })
      expect((await server.markAs('ada', { messageId: a, markAs: 'seen' }))[0]?.createdAt).not.toBe(inHours(1))
    })

    it('change several by their ids, and ignore ids that the subscriber does not have', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { server, id } = subject
      const notificationIds = [await id('c'), 'nothing', await id('a')]
      const batch = async (...[action, snoozeUntil]: ['snooze', string] | ['archive' | 'unarchive' | 'delete']) =>
        bodies(await server.batchNotifications('ada', { action, notificationIds, ...(snoozeUntil && { snoozeUntil }) }))
      expect(await batch('archive')).toEqual(['c', 'a'])
      expect(await placesOf(subject)).toEqual(['b', 'c a', ''])
      expect(await batch('snooze', inHours(1))).toEqual(['c', 'a'])
      expect(await placesOf(subject)).toEqual(['b', '', 'c a'])
      expect(await batch('delete')).toEqual(['c', 'a'])
      expect(await batch('unarchive')).toEqual([])
      expect(await placesOf(subject)).toEqual(['b', '', ''])
    })

    it('change all that match', async () => {
      const subject = await createSubject(conformance, texts('a', 'b', 'c'))
      const { server, id, flags } = subject
      await server.seeNotifications('ada', { notificationIds: [await id('a')] })
      expect(await flags()).toEqual({ a: 'seen', b: '', c: '' })
      await server.seeNotifications('ada')
      await server.readNotification('ada', await id('b'))
      await server.archiveReadNotifications('ada')
      expect(await placesOf(subject)).toEqual(['c a', 'b', ''])
      await server.readAllNotifications('ada', {})
      expect(bodies((await server.listNotifications('ada', { read: true, archived: false })).data)).toEqual(['c', 'a'])
      await server.archiveAllNotifications('ada', { tags: ['none'] })
      await server.deleteAllNotifications('ada', { data: '{"post":7}' })
      expect(await placesOf(subject)).toEqual(['c a', 'b', ''])
      await server.archiveAllNotifications('ada')
      expect(await placesOf(subject)).toEqual(['', 'c b a', ''])
      await server.deleteAllNotifications('ada')
      expect(await placesOf(subject)).toEqual(['', '', ''])
    })

    it('refuse what is invalid, and change nothing', async () => {
      const subject = await createSubject(conformance, texts('a'))
      const { server, id } = subject
      const a = await id('a')
      for (const snoozeUntil of [inHours(0), inHours(-1), inHours(366 * 24)]) {
        expect(await statusOf(server.snoozeNotification('ada', a, { snoozeUntil }))).toBe(422)
        const batch = { action: 'snooze' as const, notificationIds: [a], snoozeUntil }
        expect(await statusOf(server.batchNotifications('ada', batch))).toBe(422)
      }
      expect(await statusOf(server.archiveNotification('ada', 'nothing'))).toBe(404)
      expect(await statusOf(server.deleteNotification('ada', 'nothing'))).toBe(404)
      expect(await statusOf(server.completePrimaryAction('ada', a))).toBe(400)
      expect(await statusOf(server.archiveNotification('nobody', a))).toBe(404)
      expect(await statusOf(server.deleteAllNotifications('nobody'))).toBe(404)
      const filters = Array.from({ length: 31 }, () => ({}))
      expect(isRequestError(await statusOf(server.countNotifications('ada', filters)))).toBe(true)
      expect(await placesOf(subject)).toEqual(['a', '', ''])
    })
  })
}
