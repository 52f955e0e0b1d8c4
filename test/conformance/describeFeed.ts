import { describe, expect, it } from 'vitest'
import { encodePayload } from '../../src/contract/index.ts'
import { createSubject, type Conformance, texts } from './subject.ts'

export const describeFeed = (conformance: Conformance): void => {
  const isProduction = conformance.behavior === 'production'
  /** The counts of a feed page: production counts that page alone, and repeats the limit. */
  const counts = (all: number, page: number, limit: number) =>
    isProduction ? { totalCount: page, pageSize: limit } : { totalCount: all, pageSize: page }

  describe('the feed', () => {
    it('lists newest first, and the later of equal times first if that is specified', async () => {
      const { texts: shown } = await createSubject(conformance, [
        { text: 'old', minute: 1 },
        { text: 'twin', minute: 2 },
        { text: 'later twin', minute: 2 },
        { text: 'oldest', minute: 0 },
        { text: 'new', minute: 3 },
      ])
      const [first, ...others] = await shown()
      const twins = others.splice(0, 2)
      expect([first, ...others]).toEqual(['new', 'old', 'oldest'])
      expect(isProduction ? twins.toSorted() : twins).toEqual(['later twin', 'twin'])
    })

    it('lists in-app messages only, complete and valid', async () => {
      const { client } = await createSubject(conformance, [
        { text: 'mail', isMail: true },
        { text: 'a', feed: 'activity' },
      ])
      const page = await client.getFeed('ada')
      expect(page).toMatchObject({ ...counts(1, 1, 10), hasMore: false, unreadable: [] })
      expect(page.data[0]).toMatchObject({
        content: 'a',
        channel: 'in_app',
        read: false,
        seen: false,
        archived: false,
        status: 'sent',
        _feedId: 'activity',
        payload: { text: 'a' },
        subscriber: { subscriberId: 'ada' },
      })
    })

    it('returns 10 per page by default, and continues with the page number of the response', async () => {
      const names = Array.from({ length: 23 }, (_, place) => `m${place}`)
      const { client } = await createSubject(conformance, texts(...names))
      const shown: string[] = []
      for (let page = await client.getFeed('ada'); ; page = await client.getFeed('ada', { page: page.page + 1 })) {
        expect(page).toMatchObject(counts(23, page.data.length, 10))
        shown.push(...page.data.map(({ content }) => content))
        if (!page.hasMore) break
        expect(page.data).toHaveLength(10)
      }
      expect(shown).toEqual(names.toReversed())
      expect(await client.getFeed('ada', { limit: 23 })).toMatchObject({ hasMore: false, ...counts(23, 23, 23) })
      expect(await client.getFeed('ada', { limit: 22 })).toMatchObject({ hasMore: true, ...counts(23, 22, 22) })
      expect(await client.getFeed('ada', { limit: 100 })).toMatchObject({ hasMore: false, ...counts(23, 23, 100) })
      expect(await client.getFeed('ada', { page: 9 })).toMatchObject({
        data: [],
        page: 9,
        hasMore: false,
        ...counts(23, 0, 10),
      })
    })

    it('filters by read, by seen and by both, on every page', async () => {
      const {
        client,
        id,
        texts: shown,
      } = await createSubject(conformance, texts('new', 'seen', 'read', 'again', 'new too'))
      await client.markAs('ada', { messageId: await id('seen'), markAs: 'seen' })
      await client.markAs('ada', { messageId: [await id('read'), await id('again')], markAs: 'read' })
      await client.markAs('ada', { messageId: await id('again'), markAs: 'unseen' })
      expect(await shown({ read: false })).toEqual(['new too', 'seen', 'new'])
      expect(await shown({ read: true })).toEqual(['again', 'read'])
      expect(await shown({ seen: false })).toEqual(['new too', 'again', 'new'])
      expect(await shown({ seen: true })).toEqual(['read', 'seen'])
      expect(await shown({ read: true, seen: false })).toEqual(['again'])
      const { page, ...first } = await client.getFeed('ada', { read: false, limit: 2 })
      expect(first).toMatchObject({ hasMore: true, ...counts(3, 2, 2) })
      expect(await shown({ read: false, limit: 2, page: page + 1 })).toEqual(['new'])
    })

    it('filters by a partial payload: each leaf must be equal at its path', async () => {
      const { texts: shown } = await createSubject(conformance, [
        { text: 'a', payload: { post: { id: 1, tags: ['x', 'y'] }, none: null, 'dotted.key': 1, ü: '😀' } },
        { text: 'b', payload: { post: { id: '1', tags: ['x'] }, empty: {}, list: [{ one: 1, two: 2 }] } },
        { text: 'c', payload: { toString: 'own' } },
      ])
      const found = (payload: Record<string, unknown>) => shown({ payload })
      expect(await found({ post: { id: 1 } })).toEqual(['a'])
      expect(await found({ post: { id: '1' } })).toEqual(['b'])
      expect(await found({ post: { tags: ['x'] } })).toEqual(['b'])
      expect(await found({ post: { tags: ['y', 'x'] } })).toEqual([])
      expect(await found({ post: { tags: { 0: 'x' } } })).toEqual(['b', 'a'])
      expect(await found({ post: { tags: { length: 2 } } })).toEqual([])
      expect(await found({ text: 'a', post: { id: '1' } })).toEqual([])
      expect(await found({ text: { deeper: 'a' } })).toEqual([])
      expect(await found({ none: null })).toEqual(['a'])
      expect(await found({ missing: null })).toEqual([])
      expect(await found({ empty: {} })).toEqual(['b'])
      expect(await found({ post: {} })).toEqual([])
      expect(await found({ list: [{ two: 2, one: 1 }] })).toEqual(['b'])
      expect(await found({ 'dotted.key': 1, ü: '😀' })).toEqual(['a'])
      expect(await found({ toString: 'own' })).toEqual(['c'])
      expect(await found({ hasOwnProperty: 'x' })).toEqual([])
      expect(await found({})).toEqual(['c', 'b', 'a'])
      expect(await shown({ payload: { post: { id: 1 } }, read: true })).toEqual([])
    })

    it.each(['%%%', btoa('{"a":'), btoa('[1]'), btoa('null'), btoa('"a"'), ''])(
      'rejects the payload filter %j',
      async (payload) => {
        const { call } = await createSubject(conformance, [])
        const { status, body } = await call('getFeed', { query: `?payload=${encodeURIComponent(payload)}` })
        expect(status).toBe(400)
        expect(body).toMatchObject({ message: expect.stringContaining('Invalid payload') })
      },
    )

    it('accepts base64 whose plus signs are not encoded', async () => {
      const payload = { a: '>>>???' }
      const { call } = await createSubject(conformance, [{ text: 'a', payload }])
      expect(encodePayload(payload)).toContain('+')
      const { body } = await call('getFeed', { query: `?payload=${encodePayload(payload)}` })
      expect(body).toMatchObject({ totalCount: 1 })
    })

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=ten', 'limit'],
      ['page=-1', 'page'],
      ['page=NaN', 'page'],
      ['read=yes', 'read'],
      ['seen=1', 'seen'],
      ['read=true&read=false', 'read'],
      ['unread=true', 'unread'],
    ])('refuses ?%s', async (query, field) => {
      const { call } = await createSubject(conformance, [])
      const { status, body } = await call('getFeed', { query: `?${query}` })
      expect(status).toBe(422)
      expect(body).toMatchObject({ errors: { [field]: { messages: [expect.any(String)] } } })
    })
  })
}
