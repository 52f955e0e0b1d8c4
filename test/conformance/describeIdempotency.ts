import { describe, expect, it } from 'vitest'
import { idempotencyHeader, maxIdempotencyKey } from '../../src/contract/operation.ts'
import { createSubject, type Conformance, type RawAnswer, type Subject, texts } from './subject.ts'

const day = 24 * 60 * 60 * 1000
const keyed = (key: string) => ({ headers: { [idempotencyHeader]: key } })
const markAll = ({ call }: Subject, key: string, markAs = 'read') =>
  call('markAll', { body: { markAs }, ...keyed(key) })
const told = ({ headers }: RawAnswer) => [headers.get('idempotency-key'), headers.get('idempotency-replay')]

export const describeIdempotency = (conformance: Conformance): void => {
  describe('the idempotency-key', () => {
    it('repeats the first response for the same body, and does nothing twice', async () => {
      const subject = await createSubject(conformance, texts('a', 'b'))
      const first = await markAll(subject, 'k')
      await subject.client.markAll('ada', { markAs: 'unread' })
      const again = await markAll(subject, 'k')
      const spaced = await subject.call('markAll', { body: '{ "markAs":\n"read" }', ...keyed('k') })
      expect([first.status, first.body, ...told(first)]).toEqual([201, 2, 'k', null])
      expect([again.status, again.body, ...told(again)]).toEqual([201, 2, 'k', 'true'])
      expect([spaced.body, ...told(spaced)]).toEqual([2, 'k', 'true'])
      expect(await subject.flags()).toEqual({ a: 'seen', b: 'seen' })
    })

    it('rejects another body, and does nothing', async () => {
      const subject = await createSubject(conformance, texts('a'))
      await markAll(subject, 'k', 'seen')
      const other = await markAll(subject, 'k', 'read')
      expect(other).toMatchObject({ status: 422, body: { message: expect.stringContaining('idempotency-key') } })
      expect(other.headers.get('idempotency-replay')).toBeNull()
      expect(await subject.flags()).toEqual({ a: 'seen' })
    })

    it('repeats error responses too', async () => {
      const subject = await createSubject(conformance, texts('a'))
      const unknown = () => subject.call('markAll', { subscriberId: 'nobody', body: { markAs: 'read' }, ...keyed('n') })
      const first = await unknown()
      const again = await unknown()
      expect([first.status, ...told(first)]).toEqual([404, 'n', null])
      expect([again.status, ...told(again)]).toEqual([404, 'n', 'true'])
      expect(again.body).toEqual(first.body)
      const invalid = () => markAll(subject, 'i', 'archived')
      expect((await invalid()).status).toBe(422)
      expect([(await invalid()).status, ...told(await invalid())]).toEqual([422, 'i', 'true'])
    })

    it('rejects requests while the first one is running', async () => {
      const subject = await createSubject(conformance, texts('a'))
      const answers = await Promise.all(Array.from({ length: 5 }, () => markAll(subject, 'k')))
      const [first, ...others] = answers.toSorted((a, b) => a.status - b.status)
      expect([first?.status, first?.body]).toEqual([201, 1])
      expect(others.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
        Array.from({ length: 4 }, () => [409, '1']),
      )
      expect(told(await markAll(subject, 'k'))).toEqual(['k', 'true'])
    })

    it('is shared by all operations', async () => {
      const subject = await createSubject(conformance, texts('a'))
      const messageId = await subject.id('a')
      await markAll(subject, 'k')
      const other = await subject.call('markAs', { body: { messageId, markAs: 'unread' }, ...keyed('k') })
      expect(other.status).toBe(422)
      expect(await subject.flags()).toEqual({ a: 'read seen' })
    })

    it('is stored for a day', async () => {
      const subject = await createSubject(conformance, texts('a'))
      await markAll(subject, 'k')
      subject.clock.advance(day - 1)
      expect(told(await markAll(subject, 'k'))).toEqual(['k', 'true'])
      subject.clock.advance(1)
      expect(told(await markAll(subject, 'k'))).toEqual(['k', null])
    })

    it(`may have ${maxIdempotencyKey} characters, and has no effect on reads`, async () => {
      const subject = await createSubject(conformance, texts('a'))
      expect((await markAll(subject, 'k'.repeat(maxIdempotencyKey))).status).toBe(201)
      expect((await markAll(subject, 'k'.repeat(maxIdempotencyKey + 1))).status).toBe(400)
      const read = await subject.call('getFeed', keyed('k'.repeat(maxIdempotencyKey + 1)))
      expect([read.status, ...told(read)]).toEqual([200, null, null])
    })
  })
}
