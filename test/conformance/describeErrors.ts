import { describe, expect, it } from 'vitest'
import { isHttpError } from '../../src/client/index.ts'
import { errorBody, type InboxOperationName, inboxOperations, operationPath } from '../../src/contract/index.ts'
import { createSubject, type Conformance, texts } from './subject.ts'

const bodies: Record<InboxOperationName, object | undefined> = {
  getFeed: undefined,
  getPreferences: undefined,
  markAs: { messageId: 'a', markAs: 'read' },
  markAll: { markAs: 'read' },
}
const names = Object.keys(bodies) as InboxOperationName[]

export const describeErrors = (conformance: Conformance): void => {
  const isProduction = conformance.behavior === 'production'
  const unknownStatus = (name: InboxOperationName) => (isProduction && name === 'getFeed' ? 400 : 404)

  describe('errors and responses', () => {
    it.each(names)('%s rejects an unknown subscriber', async (name) => {
      const { call } = await createSubject(conformance, texts('a'))
      const answer = await call(name, { subscriberId: 'nobody', body: bodies[name] })
      expect(answer.status).toBe(unknownStatus(name))
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(errorBody.parse(answer.body)).toEqual({
        statusCode: unknownStatus(name),
        message: expect.any(String),
        path: operationPath(inboxOperations[name], 'nobody'),
        timestamp: '2026-06-01T12:00:00.000Z',
      })
    })

    it('reports an invalid request before an unknown subscriber', async () => {
      const { call } = await createSubject(conformance, [])
      expect((await call('getFeed', { subscriberId: 'nobody', query: '?limit=0' })).status).toBe(422)
      expect((await call('markAll', { subscriberId: 'nobody', body: {} })).status).toBe(422)
    })

    it('rejects an unknown parameter with 422, whatever its name', async () => {
      const { call } = await createSubject(conformance, [])
      const { status, body } = await call('getFeed', { query: '?constructor=1' })
      expect(status).toBe(422)
      expect(JSON.stringify(body)).toContain('"errors":{"constructor":{"messages":')
    })

    it('rejects an invalid body with 422, and lists the issues by field', async () => {
      const { call } = await createSubject(conformance, [])
      const { status, body } = await call('markAs', { body: { messageId: 4, markAs: 'archived' } })
      expect(status).toBe(422)
      expect(errorBody.parse(body).errors).toEqual({
        messageId: { messages: [expect.any(String)] },
        markAs: { messages: [expect.any(String)] },
      })
    })

    it('rejects another method on a known path with 405, and names the allowed one', async () => {
      const { call } = await createSubject(conformance, [])
      const answer = await call('markAll', { method: 'PATCH', body: { markAs: 'read' } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    })

    it('throws a typed error in the client', async () => {
      const { client } = await createSubject(conformance, [])
      const error = await client.getFeed('nobody').catch((thrown: unknown) => thrown)
      expect(isHttpError(error) && error.status).toBe(unknownStatus('getFeed'))
    })

    it('wraps every successful response except the feed if the behavior says so, and the client reads both', async () => {
      const { call, client, id } = await createSubject(conformance, texts('a'))
      const messageId = await id('a')
      const sent = (answer: unknown) => (isProduction ? { data: answer } : answer)
      expect((await call('getFeed')).raw).toMatchObject({ data: [{ _id: messageId }], hasMore: false })
      expect((await call('markAll', { body: { markAs: 'seen' } })).raw).toEqual(sent(1))
      expect((await call('getPreferences')).raw).toMatchObject(sent({ global: { enabled: true } }) as object)
      expect((await call('markAs', { body: { messageId, markAs: 'read' } })).raw).toMatchObject(
        sent([{ _id: messageId, read: true }]) as object,
      )
      expect((await call('markAll', { body: {} })).raw).toMatchObject({ statusCode: 422 })
      expect(await client.markAll('ada', { markAs: 'unread' })).toBe(1)
      expect((await client.getPreferences('ada', { criticality: 'critical' })).workflows).toHaveLength(1)
    })
  })
}
