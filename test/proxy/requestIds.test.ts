import { expect, it, onTestFinished, vi } from 'vitest'
import { countsType } from '../../src/contract/extensions/feedCounts.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { notification } from '../contract/samples.ts'
import { json, origin, paths, setUp } from './upstream.ts'

const isNew = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const broken = () => json({ message: 'broken' }, 500)
const unknown = () => json({ statusCode: 404, message: 'Subscriber not found' }, 404)
const idsOf = (upstream: { headers: Record<string, string> }[]) =>
  upstream.map(({ headers }) => headers['x-request-id'])

it('a request’s id goes to the service and back to the browser', async () => {
  const { send, post, upstream } = setUp(['own', 'own'])
  const responses = [
    await send(paths.feed, { headers: { 'x-request-id': 'lb-7f3a/1:=@+._' } }),
    await post(paths.markAll, { markAs: 'read' }, { 'X-Request-ID': 'x'.repeat(128) }),
  ]

  const ids = ['lb-7f3a/1:=@+._', 'x'.repeat(128)]
  expect(responses.map(({ status }) => status)).toEqual([200, 201])
  expect(responses.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids)
  expect(idsOf(upstream)).toEqual(ids)
})

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['too long', 'x'.repeat(129)],
  ['with a space', 'a b'],
  ['of a list', 'a, b'],
  ['with the brackets of a log line', '[forged]'],
  ['with a quote', 'a"b'],
  ['with another script', 'ä'],
])('an id that is %s is replaced by a new one', async (_, id) => {
  const { send, upstream } = setUp(['own', 'own'])
  const init = id === undefined ? {} : { headers: { 'x-request-id': id } }
  const responses = [await send(paths.feed, init), await send(paths.feed, init)]

  const ids = responses.map(({ headers }) => headers.get('x-request-id'))
  for (const each of ids) expect(each).toMatch(isNew)
  expect(ids[0]).not.toBe(ids[1])
  expect(idsOf(upstream)).toEqual(ids)
})

it('all requests to the service for one browser’s request have its id: counts and registration', async () => {
  const page = { totalCount: 50, hasMore: true, data: [notification], pageSize: 1, page: 0 }
  const count = { totalCount: 3, hasMore: true, data: [notification], pageSize: 1, page: 0 }
  const created = json({ created: [{ subscriberId: 'pia' }], updated: [], failed: [] }, 201)
  const { send, upstream } = setUp([unknown(), created, json(page), json(count), json(count)])
  const accept = `application/json, ${countsType}`
  const response = await send(paths.feed, { headers: { 'x-request-id': 'one', accept } })

  expect(response.status).toBe(200)
  expect(upstream.length).toBeGreaterThanOrEqual(3)
  expect(new Set(idsOf(upstream))).toEqual(new Set(['one']))
})

it('errors have the id: in the response, in onError and in the log', async () => {
  const headers = { 'x-request-id': 'one' }
  const { send, onError } = setUp([broken()])
  expect((await send(paths.feed, { headers })).headers.get('x-request-id')).toBe('one')
  expect(onError.mock.calls.map(([, context]) => context.requestId)).toEqual(['one'])

  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const proxy = createInboxProxy({
    serviceUrl: 'https://ids.example.com',
    apiKey: 'key',
    authenticate: () => 'pia',
    basePath: '/api/inbox',
    fetch: async () => broken(),
  })
  await proxy(new Request(`${origin}/api/inbox${paths.feed}`, { headers }))
  expect(log.mock.calls.map(([line]) => String(line))).toEqual([expect.stringContaining('request one, getFeed')])
})

it('a refused request has the id too', async () => {
  const { send } = setUp([], { authenticate: () => null })

  const response = await send(paths.feed, { headers: { 'x-request-id': 'one' } })

  expect([response.status, response.headers.get('x-request-id')]).toEqual([401, 'one'])
})
