import { describe, expect, it } from 'vitest'
import type { MarkVerb } from '../../src/contract/index.ts'
import { createSubject, type Conformance, texts } from './subject.ts'

const moves: [MarkVerb, string, string][] = [
  ['read', '', 'read seen'],
  ['read', 'read', 'read seen'],
  ['read', 'seen', 'read seen'],
  ['unread', 'read seen', 'seen'],
  ['unread', 'read', ''],
  ['seen', '', 'seen'],
  ['seen', 'read', 'read seen'],
  ['unseen', 'read seen', 'read'],
  ['unseen', 'seen', ''],
]

const manyDeliveries = Object.fromEntries(
  Array.from({ length: 101 }, (_, index) => [String(index), '2026-06-01T12:00:00.000Z']),
)

export const describeMarks = (conformance: Conformance): void => {
  describe('marks', () => {
    // In production, marking as unread also marks as seen.
    const movesHere = moves.map(([verb, before, after]): (typeof moves)[number] => [
      verb,
      before,
      conformance.behavior === 'production' && verb === 'unread' ? 'seen' : after,
    ])

    it.each(movesHere)('%s moves "%s" to "%s", by mark-as and by mark-all', async (verb, before, after) => {
      const { client, id, flags } = await createSubject(conformance, texts('one', 'other'))
      const [one, other] = [await id('one'), await id('other')]
      if (before.includes('read')) await client.markAll('ada', { markAs: 'read' })
      await client.markAll('ada', { markAs: before.includes('seen') ? 'seen' : 'unseen' })
      expect(await flags()).toEqual({ one: before, other: before })

      const [message] = await client.markAs('ada', { messageId: one, markAs: verb })
      expect(message).toMatchObject({ _id: one, read: after.includes('read'), seen: after.includes('seen') })
      expect(await flags()).toEqual({ one: after, other: before })
      expect(await client.markAll('ada', { markAs: verb })).toBe(1)
      expect(await flags()).toEqual({ one: after, other: after })
      expect(await client.markAll('ada', { markAs: verb })).toBe(0)
      expect(other).not.toBe(one)
    })

    it('accepts ids as text, comma-separated or as a list, and returns the messages in that order without duplicates', async () => {
      const { client, id } = await createSubject(conformance, texts('a', 'b', 'c'))
      const [a, b, c] = [await id('a'), await id('b'), await id('c')]
      const marked = async (messageId: string | string[]) =>
        (await client.markAs('ada', { messageId, markAs: 'seen' })).map(({ _id }) => _id)
      expect(await marked(b)).toEqual([b])
      expect(await marked(`${c},${a}`)).toEqual([c, a])
      expect(await marked(` ${a} , ,${b},`)).toEqual([a, b])
      expect(await marked([b, c, b])).toEqual([b, c])
      expect(await marked([`${a},${b}`, c])).toEqual([a, b, c])
    })

    it('ignores unknown ids', async () => {
      const { client, id } = await createSubject(conformance, texts('a'))
      const nobody = '0'.repeat(24)
      expect(await client.markAs('ada', { messageId: nobody, markAs: 'read' })).toEqual([])
      const found = await client.markAs('ada', { messageId: [nobody, await id('a'), 'no id at all'], markAs: 'read' })
      expect(found.map(({ _id }) => _id)).toEqual([await id('a')])
    })

    it('returns the message and when its flags were last set', async () => {
      const { client, call, id, clock } = await createSubject(conformance, [{ text: 'a', feed: 'activity' }])
      const messageId = await id('a')
      const mark = async (markAs: MarkVerb) => {
        clock.advance(1000)
        const [message] = await client.markAs('ada', { messageId, markAs })
        return [message?.lastReadDate?.slice(17, 19), message?.lastSeenDate?.slice(17, 19)]
      }
      expect(await mark('seen')).toEqual([undefined, '01'])
      expect(await mark('read')).toEqual(['02', '01'])
      expect(await mark('read')).toEqual(['02', '01'])
      expect(await mark('unread')).toEqual(['02', '01'])
      expect(await mark('unseen')).toEqual(['02', '01'])
      expect(await mark('read')).toEqual(['06', '06'])
      expect(await mark('read')).toEqual(['06', '06'])
      expect((await client.getFeed('ada')).data[0]?.updatedAt).toBe('2026-06-01T12:00:06.000Z')

      const { body } = await call('markAs', { body: { messageId, markAs: 'read' } })
      expect(body).toMatchObject([
        {
          _id: messageId,
          content: 'a',
          channel: 'in_app',
          _feedId: 'activity',
          status: 'sent',
          payload: { text: 'a' },
        },
      ])
    })

    it('marks all of one feed, several feeds or all feeds, and no other channels', async () => {
      const { client, flags } = await createSubject(conformance, [
        { text: 'activity', feed: 'activity' },
        { text: 'billing', feed: 'billing' },
        { text: 'plain' },
        { text: 'mail', isMail: true },
      ])
      const markAll = (markAs: MarkVerb, feedIdentifier?: string | string[]) =>
        client.markAll('ada', { markAs, ...(feedIdentifier !== undefined && { feedIdentifier }) })
      expect(await markAll('read', 'nowhere')).toBe(0)
      expect(await markAll('read', 'activity')).toBe(1)
      expect(await flags()).toEqual({ activity: 'read seen', billing: '', plain: '' })
      expect(await markAll('read', ['activity', 'billing', 'nowhere'])).toBe(1)
      expect(await markAll('seen')).toBe(1)
      expect(await markAll('unread')).toBe(2)
      expect(await flags()).toEqual({ activity: 'seen', billing: 'seen', plain: 'seen' })
    })

    const offersIds = conformance.behavior === 'interface'

    it('says in each feed page whether it returns ids', async () => {
      const { client } = await createSubject(conformance, texts('a'))
      for (const query of [{}, { page: 1 }, { read: true }])
        expect((await client.getFeed('ada', query)).offers?.returnIds ?? false).toBe(offersIds)
    })

    it('returns the ids of the messages that a mark-all has changed, newest first, if it offers that', async () => {
      const { client, id } = await createSubject(conformance, [
        { text: 'a', feed: 'activity' },
        { text: 'b' },
        { text: 'c', feed: 'activity' },
        { text: 'd' },
        { text: 'mail', isMail: true },
      ])
      const [a, b, c, d] = [await id('a'), await id('b'), await id('c'), await id('d')]
      await client.markAs('ada', { messageId: [a, b], markAs: 'read' })
      await client.markAs('ada', { messageId: b, markAs: 'unseen' })
      await client.markAs('ada', { messageId: c, markAs: 'seen' })

      const changed = { count: 3, ids: [d, c, b], readIds: [b], seenIds: [c] }
      expect(await client.markAll('ada', { markAs: 'read', returnIds: true })).toEqual(offersIds ? changed : 3)
      const nothing = { count: 0, ids: [], readIds: [], seenIds: [] }
      expect(await client.markAll('ada', { markAs: 'read', returnIds: true })).toEqual(offersIds ? nothing : 0)
      const ofFeed = { count: 2, ids: [c, a], readIds: [c, a], seenIds: [c, a] }
      const body = { markAs: 'unread', feedIdentifier: 'activity', returnIds: true } as const
      expect(await client.markAll('ada', body)).toEqual(offersIds ? ofFeed : 2)
    })

    it('leaves alone what was delivered later than a mark says, and returns it as it is, if it offers that', async () => {
      const { client, id, flags } = await createSubject(conformance, texts('a', 'b', 'c', 'd'))
      const { data, offers } = await client.getFeed('ada')
      expect(offers?.deliveries ?? false).toBe(offersIds)
      const [, c, b, a] = data
      const messageId = [await id('c'), await id('b'), await id('a')]
      const deliveries = { [messageId[0] ?? '']: b?.createdAt ?? '', [messageId[1] ?? '']: b?.createdAt ?? '' }
      const spared = (read: boolean) => !offersIds && read
      const marked = await client.markAs('ada', { messageId, markAs: 'read', deliveries })
      expect(marked.map(({ _id, read }) => [_id, read])).toEqual([
        [c?._id, spared(true)],
        [b?._id, true],
        [a?._id, true],
      ])
      expect((await client.getFeed('ada', { read: false })).totalCount).toBe(offersIds ? 2 : 1)

      const until = c?.createdAt ?? ''
      expect(await client.markAll('ada', { markAs: 'read', until })).toBe(1)
      const ofOthers = { markAs: 'unread', until: b?.createdAt ?? '', returnIds: true } as const
      expect(await client.markAll('ada', ofOthers)).toEqual(
        offersIds ? { count: 2, ids: [b?._id, a?._id], readIds: [b?._id, a?._id], seenIds: [b?._id, a?._id] } : 4,
      )
      const seen = { a: 'seen', b: 'seen', c: 'read seen', d: '' }
      expect(await flags()).toEqual(offersIds ? seen : { a: 'seen', b: 'seen', c: 'seen', d: 'seen' })
      expect((await client.getFeed('ada', { read: false, limit: 1 })).totalCount).toBe(offersIds ? 3 : 1)
    })

    it.each([
      ['no body', undefined, 400],
      ['no JSON', '{"messageId":', 400],
      ['messageId empty', { messageId: '', markAs: 'read' }, 400],
      ['messageId only commas', { messageId: ' , ', markAs: 'read' }, 400],
      ['messageId an empty list', { messageId: [], markAs: 'read' }, 400],
      ['messageId missing', { markAs: 'read' }, 422],
      ['messageId a number', { messageId: 4, markAs: 'read' }, 422],
      ['markAs missing', { messageId: 'a' }, 422],
      ['markAs unknown', { messageId: 'a', markAs: 'archived' }, 422],
      ['an unknown field', { messageId: 'a', markAs: 'read', more: 1 }, 422],
      ['deliveries a list', { messageId: 'a', markAs: 'read', deliveries: ['a'] }, 422],
      ['deliveries no times', { messageId: 'a', markAs: 'read', deliveries: { a: 'now' } }, 422],
      ['too many deliveries', { messageId: 'a', markAs: 'read', deliveries: manyDeliveries }, 422],
      ['null', null, 422],
      ['a list', [], 422],
    ])('rejects mark-as with %s', async (_, body, status) => {
      const { call } = await createSubject(conformance, texts('a'))
      expect(await call('markAs', { body })).toMatchObject({ status, body: { statusCode: status } })
    })

    it.each([
      ['no JSON', 'read', 400],
      ['markAs missing', {}, 422],
      ['markAs unknown', { markAs: 'archived' }, 422],
      ['feedIdentifier empty', { markAs: 'read', feedIdentifier: '' }, 422],
      ['feedIdentifier an empty list', { markAs: 'read', feedIdentifier: [] }, 422],
      ['returnIds a text', { markAs: 'read', returnIds: 'true' }, 422],
      ['until no time', { markAs: 'read', until: 'now' }, 422],
    ])('rejects mark-all with %s', async (_, body, status) => {
      const { call, flags } = await createSubject(conformance, texts('a'))
      expect(await call('markAll', { body })).toMatchObject({ status, body: { statusCode: status } })
      expect(await flags()).toEqual({ a: '' })
    })
  })
}
