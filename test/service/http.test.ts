import { expect, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { onEachEngine } from './support/engines.ts'
import { workspace } from './support/workspace.ts'
import { apiKey, createWorld } from './support/world.ts'
import { writes } from './support/writes.ts'

const reads = [
  ['GET', '/v1/subscribers/anna/notifications/feed'],
  ['GET', '/v1/integrations/active'],
  ['GET', '/v2/subscribers/anna/preferences'],
] as const

const errorBody = (statusCode: number, path: string) => ({
  statusCode,
  timestamp: '2026-03-01T12:00:00.000Z',
  path,
  message: expect.any(String),
})

onEachEngine((engine) => {
  test.each([...reads, ...writes])('%s %s requires the API key', async (method, path) => {
    const world = await createWorld(engine)
    for (const authorization of [
      '',
      'ApiKey',
      'ApiKey ',
      'ApiKey wrong',
      `Bearer ${apiKey}`,
      apiKey,
      `ApiKey ${apiKey}x`,
      `ApiKey  ${apiKey}`,
      `ApiKey ${apiKey} x`,
    ]) {
      const answer = await world.call(method, path, method === 'GET' ? undefined : {}, { authorization })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(errorBody(401, path))
    }
  })

  test('each of several keys is accepted', async () => {
    const world = await createWorld(engine, { apiKeys: ['one', 'two'] })
    const status = async (key: string) =>
      (await world.call('GET', '/v1/integrations/active', undefined, { authorization: `ApiKey ${key}` })).status

    expect([await status('one'), await status('two'), await status(apiKey)]).toEqual([200, 200, 401])
  })

  test.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v2/integrations/active'],
    ['GET', '/v1/integrations'],
    ['POST', '/v1/subscribers'],
    ['GET', '/v1/subscribers//notifications/feed'],
    ['GET', '/v1/subscribers/a/b/notifications/feed'],
    ['POST', '/v1/events/trigger'],
    ['GET', '/v1/subscribers/..%2Fanna/notifications'],
  ])('%s %s is 404', async (method, path) => {
    const world = await createWorld(engine)

    const answer = await world.call(method, path)

    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(errorBody(404, path))
  })

  test.each([
    ['/v1/events/trigger', 'POST /v1/events/trigger/bulk, with { "events": [ … ] }.'],
    ['/v1/subscribers', 'POST /v1/subscribers/bulk, with { "subscribers": [ … ] }.'],
    ['//v2/subscribers/', 'POST /v1/subscribers/bulk, with { "subscribers": [ … ] }.'],
  ])('POST %s, which only the hosted API has, names the operation to use', async (path, cure) => {
    const world = await createWorld(engine)
    const { body } = await world.call('POST', path)
    expect(body).toMatchObject({ message: `POST ${path} is not an operation of the interface. Use ${cure}` })
    expect((await world.call('GET', path)).body).toMatchObject({
      message: `GET ${path} is not an operation of the interface.`,
    })
  })

  test.each([
    '/v1/integrations/active/',
    '//v1/integrations/active',
    '/v1//integrations/active//',
    '/healthz/',
    '//readyz',
    '/openapi.json/',
  ])('%s is served despite extra slashes', async (path) => {
    const world = await createWorld(engine)
    expect((await world.call('GET', path)).status).toBe(200)
  })

  test.each([
    ['POST', '/v1/integrations/active', 'GET'],
    ['DELETE', '/v1/subscribers/anna/credentials', 'PATCH'],
    ['PUT', '/v1/subscribers/bulk', 'POST'],
    ['GET', '/v1/events/trigger/bulk', 'POST'],
    ['OPTIONS', '/v1/subscribers/anna/notifications/feed', 'GET'],
  ])('%s %s names the allowed method', async (method, path, allow) => {
    const world = await createWorld(engine)

    const answer = await world.call(method, path)

    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.body).toEqual(errorBody(405, path))
  })

  test.each(writes)('%s %s rejects a body that is not JSON', async (method, path) => {
    const world = await createWorld(engine)
    const bodies = [
      '',
      '{',
      '{"a":1}x',
      "{'a':1}",
      'markAs=read',
      '<html>',
      new Uint8Array([0x22, 0xff, 0x22]),
      '['.repeat(100_000),
      '['.repeat(100_000) + ']'.repeat(100_000),
    ]
    for (const body of bodies) {
      const answer = await world.call(method, path, body)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual(errorBody(400, path))
    }
  })

  test.each(writes)('%s %s rejects JSON of another structure', async (method, path) => {
    const world = await createWorld(engine)
    for (const body of [null, [], 'text', 5, true, {}, { __proto__: 1 }, '{"__proto__":{"markAs":"read"}}'])
      expect(
        (await world.call(method, path, typeof body === 'string' && body === 'text' ? '"text"' : body)).status,
      ).toBe(422)
  })

  test('a body over the limit is 413, with and without a content-length', async () => {
    const world = await createWorld(engine, { maxBodyBytes: 1000 })
    const large = JSON.stringify({
      events: [{ name: 'note', to: 'anna', payload: { text: 'x'.repeat(1000) } }],
    })
    const streamed = new Request('http://service.test/v1/events/trigger/bulk', {
      method: 'POST',
      headers: { authorization: `ApiKey ${apiKey}` },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)

    expect((await world.call('POST', '/v1/events/trigger/bulk', large)).status).toBe(413)
    expect((await world.service(streamed)).status).toBe(413)
  })

  test('the content type does not matter', async () => {
    const world = await createWorld(engine)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect(
        (
          await world.call(
            'POST',
            '/v1/subscribers/anna/messages/mark-all',
            { markAs: 'read' },
            { 'content-type': type },
          )
        ).status,
      ).toBe(201)
  })

  test.each([
    ['%', 400],
    ['%zz', 400],
    ['%ff', 400],
    ['%ED%A0%80', 400],
    ['a%00b', 400],
    ['%F0%9F%98%80', 404],
    ['a%2Fb', 404],
    ["'%20or%201=1--", 404],
    ['constructor', 404],
    ['__proto__', 404],
    ['x'.repeat(5000), 404],
  ])('the subscriber id %s in a path results in %i', async (id, status) => {
    const world = await createWorld(engine)
    const paths: [string, string, unknown][] = [
      ['GET', `/v1/subscribers/${id}/notifications/feed`, undefined],
      ['GET', `/v2/subscribers/${id}/preferences`, undefined],
      ['PATCH', `/v1/subscribers/${id}/credentials`, { providerId: 'slack', credentials: {} }],
      ['POST', `/v1/subscribers/${id}/messages/mark-as`, { messageId: 'a', markAs: 'read' }],
      ['POST', `/v1/subscribers/${id}/messages/mark-all`, { markAs: 'read' }],
    ]
    for (const [method, path, body] of paths) expect((await world.call(method, path, body)).status).toBe(status)
  })

  test('the health check needs no key', async () => {
    const world = await createWorld(engine)

    const response = await world.service(new Request('http://service.test/healthz'))

    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('the envelope wraps every successful response except the feed', async () => {
    const world = await createWorld(engine, { envelope: 'data' })
    const get = async (...call: Parameters<typeof world.call>) => (await world.call(...call)).body

    expect(await get('GET', '/v1/integrations/active')).toEqual({ data: expect.any(Array) })
    expect(await get('GET', '/v2/subscribers/anna/preferences')).toEqual({
      data: expect.objectContaining({ global: expect.anything() }),
    })
    expect(await get('PATCH', '/v1/subscribers/anna/credentials', { providerId: 'fcm', credentials: {} })).toEqual({
      data: expect.objectContaining({ subscriberId: 'anna' }),
    })
    expect(await get('POST', '/v1/subscribers/bulk', { subscribers: [{ subscriberId: 'x' }] })).toEqual({
      data: expect.objectContaining({ created: [{ subscriberId: 'x' }] }),
    })
    expect(await get('POST', '/v1/events/trigger/bulk', { events: [{ name: 'note', to: 'anna' }] })).toEqual({
      data: [expect.objectContaining({ status: 'processed' })],
    })
    expect(await get('POST', '/v1/subscribers/anna/messages/mark-as', { messageId: 'x', markAs: 'read' })).toEqual({
      data: [],
    })
    expect(await get('POST', '/v1/subscribers/anna/messages/mark-all', { markAs: 'read' })).toEqual({
      data: 1,
    })
    expect(await get('GET', '/v1/subscribers/anna/notifications/feed')).toMatchObject({
      totalCount: 1,
      page: 0,
    })
    expect(await get('GET', '/v1/subscribers/nobody/notifications/feed')).toMatchObject({ statusCode: 404 })
    expect(await get('GET', '/healthz')).toEqual({ status: 'ok' })
  })

  test.each([[[]], [['']], [['with space']], [['schlüssel']], [['line\nbreak']]])(
    'keys that a header can’t transmit are rejected: %j',
    async (apiKeys) => {
      await expect(
        createService({ database: engine.database, workspace: workspace('x'), apiKeys }),
      ).rejects.toMatchObject({
        code: 'TIDINGS_107',
        operation: 'createService',
        fields: [{ field: expect.stringMatching(/^apiKeys(\[0\])?$/) as string }],
      })
    },
  )
})
