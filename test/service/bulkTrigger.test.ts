import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onEachEngine } from './support/engines.ts'
import { contents, note, send } from './support/events.ts'
import { createWorld } from './support/world.ts'

const discord = { providerId: 'discord', credentials: {} }

onEachEngine((engine) => {
  test('an event that is not delivered is logged, once per call', async () => {
    const world = await createWorld(engine)
    const before = world.log.length
    await send(world, { name: 'nope', to: 'anna' }, note('here'), { name: 'nope', to: 'bert' })
    expect(world.log.slice(before)).toEqual([
      expect.stringMatching(
        /^\[[\w-]+\] An event "nope" was not delivered: error, workflow_not_found\. The workspace has .*note/,
      ),
    ])
  })

  test.each([
    ['POST', '/v1/events/trigger/bulk', "422: The request can't be used: events ", { event: [] }, {}],
    ['POST', '/v1/events/trigger/bulk', '400: The body is not JSON in UTF-8.', '{', {}],
    ['POST', '/v1/events/trigger/bulk', '401: Wrong API key, ', {}, { authorization: 'ApiKey wrong' }],
    ['POST', '/v1/subscribers/bulk', '413: The body has more than ', { subscribers: Array(150_000).fill(0) }, {}],
    ['PATCH', '/v1/subscribers/{subscriberId}/credentials', '400: The organization has no ', discord, {}],
    ['POST', '/v1/events/trigger', '404: POST /v1/events/trigger is not an operation', note('hello'), {}],
    [
      'GET',
      '/v1/subscribers/{subscriberId}/unseen',
      '404: GET /v1/subscribers/{subscriberId}/unseen is',
      undefined,
      {},
    ],
    ['GET', '/v1/events/trigger/bulk', '405: /v1/events/trigger/bulk allows POST, not GET.', undefined, {}],
  ])('a refused %s %s is logged once: %s', async (method, path, reason, body, headers) => {
    const world = await createWorld(engine)
    const before = world.log.length
    for (const subscriberId of ['anna', 'anna', 'ben'])
      for (const key of [undefined, randomUUID()])
        await world.call(method, path.replace('{subscriberId}', subscriberId), body, {
          ...headers,
          ...(key !== undefined && { 'idempotency-key': key }),
        })
    const line = `${method} ${path} was refused with ${reason}`
    expect(world.log.slice(before)).toEqual([expect.stringContaining(line)])
  })

  test.each([
    ['GET', '/wp-login.php', undefined, { authorization: '' }],
    ['GET', '/v1/subscribers/nobody/notifications/feed', undefined, {}],
    ['PATCH', '/v1/subscribers/nobody/credentials', { providerId: 'fcm', credentials: {} }, {}],
    ['POST', '/v1/subscribers/anna/messages/mark-as', {}, {}],
  ])('a refused %s %s is not logged', async (method, path, body, headers) => {
    const world = await createWorld(engine)
    const before = world.log.length
    expect((await world.call(method, path, body, headers)).status).toBeGreaterThan(399)
    expect(world.log.slice(before)).toEqual([])
  })

  test('what only Liquid knows, a default, a tag and brackets are no missing fields', async () => {
    const content =
      '{{payload.list.size}}{{payload.list[0].name}}{{payload.text | upcase}}{{payload.a | default: "a"}}{% if payload.b %}{{payload.b}}{% endif %}'
    const world = await createWorld(engine, {
      change: (workspace) =>
        workspace.workflows?.push({ identifier: 'lists', name: 'Lists', steps: [{ channel: 'in_app', content }] }),
    })
    const before = world.log.length
    await send(world, { name: 'lists', to: [{ subscriberId: 'kim' }], payload: { list: [{ name: 'x' }], text: 'y' } })
    expect(await contents(world, 'kim')).toEqual(['1xYa'])
    expect(world.log.slice(before)).toEqual([])
  })

  test('a missing field that a template shows is logged, once', async () => {
    const world = await createWorld(engine)
    const before = world.log.length
    await send(
      world,
      note('here'),
      { name: 'note', to: 'anna' },
      { name: 'note', to: 'bert', payload: { test: 'typo' } },
    )
    await send(world, { name: 'note', to: 'anna' })
    expect(world.log.slice(before)).toEqual([
      expect.stringMatching(/An event "note" has no payload\.text, so its notification shows nothing there\./),
    ])
  })

  test.each([
    ['an unknown workflow', { name: 'nope' }, { acknowledged: true, status: 'error', error: ['workflow_not_found'] }],
    [
      'a workflow named like an object method',
      { name: 'constructor' },
      { acknowledged: true, status: 'error', error: ['workflow_not_found'] },
    ],
    ['an inactive workflow', { name: 'inactive' }, { acknowledged: true, status: 'trigger_not_active' }],
    ['a workflow without steps', { name: 'no-steps' }, { acknowledged: true, status: 'no_workflow_steps_defined' }],
    [
      'a workflow without active steps',
      { name: 'no-active-steps' },
      { acknowledged: true, status: 'no_workflow_active_steps_defined' },
    ],
    ['an unknown tenant', { name: 'note', tenant: 'umbrella' }, { acknowledged: true, status: 'no_tenant_found' }],
    [
      'no recipients',
      { name: 'note', to: [] },
      { acknowledged: false, status: 'invalid_recipients', error: [expect.any(String)] },
    ],
    [
      'too many recipients',
      { name: 'note', to: Array.from({ length: 101 }, String) },
      { acknowledged: false, status: 'invalid_recipients', error: [expect.any(String)] },
    ],
    [
      'a recipient without an id',
      { name: 'note', to: [{ firstName: 'X' }] },
      { acknowledged: false, status: 'invalid_recipients', error: [expect.any(String)] },
    ],
    [
      'an empty recipient',
      { name: 'note', to: '' },
      { acknowledged: false, status: 'invalid_recipients', error: [expect.any(String)] },
    ],
    [
      'a recipient that is a number',
      { name: 'note', to: 7 },
      { acknowledged: false, status: 'invalid_recipients', error: [expect.any(String)] },
    ],
    [
      'a recipient id that is too long to be stored',
      { name: 'note', to: 'x'.repeat(513) },
      { acknowledged: false, status: 'invalid_recipients', error: [expect.any(String)] },
    ],
    [
      'a recipient with a channel that has no integration',
      { name: 'note', to: { subscriberId: 'new', channels: [{ providerId: 'discord', credentials: {} }] } },
      {
        acknowledged: true,
        status: 'invalid_recipients',
        error: ['The organization has no active integration for discord.'],
      },
    ],
    [
      'a payload that is a list',
      { name: 'note', payload: [] },
      { acknowledged: false, status: 'error', error: [expect.stringContaining('payload')] },
    ],
    [
      'a payload with a NUL character',
      { name: 'note', payload: { a: ['\0'] } },
      { acknowledged: false, status: 'error', error: [expect.stringContaining('payload.a[0]')] },
    ],
    [
      'a payload with a lone surrogate',
      { name: 'note', payload: { '\ud800': 1 } },
      { acknowledged: false, status: 'error', error: [expect.any(String)] },
    ],
    [
      'overrides that are not objects',
      { name: 'note', overrides: { novu: 1 } },
      { acknowledged: false, status: 'error', error: [expect.any(String)] },
    ],
    [
      'an unknown field',
      { name: 'note', extra: 1 },
      { acknowledged: false, status: 'error', error: [expect.stringContaining('extra')] },
    ],
    [
      'no name',
      { name: undefined },
      { acknowledged: false, status: 'error', error: [expect.stringContaining('name')] },
    ],
    [
      'a transaction id that is too long to be stored',
      { name: 'note', transactionId: 'x'.repeat(513) },
      { acknowledged: false, status: 'error', transactionId: 'x'.repeat(513), error: [expect.any(String)] },
    ],
    [
      'a template that can’t be parsed',
      { name: 'unreadable' },
      {
        acknowledged: true,
        status: 'error',
        error: [expect.stringContaining('workflow "unreadable", step 1, content')],
      },
    ],
    [
      'a template that reads files',
      { name: 'reads-files' },
      { acknowledged: true, status: 'error', error: [expect.stringContaining('ENOENT')] },
    ],
    [
      'a template that never ends',
      { name: 'endless', payload: { n: 1e9 } },
      { acknowledged: true, status: 'error', error: [expect.stringContaining('limit exceeded')] },
    ],
  ])('%s gets its own result, and the others are processed', async (_, event, result) => {
    const world = await createWorld(engine)

    const results = await send(world, note('before'), { to: 'anna', ...event }, note('after'))

    expect(results).toEqual([
      { acknowledged: true, status: 'processed', transactionId: expect.any(String) },
      result,
      { acknowledged: true, status: 'processed', transactionId: expect.any(String) },
    ])
    expect(await contents(world, 'anna')).toEqual(['after', 'before'])
  })

  test.each([[null], [7], ['text'], [[]], [{}]])('an event that is %j gets an error', async (event) => {
    const world = await createWorld(engine)

    expect(await send(world, event)).toMatchObject([
      { acknowledged: false, status: expect.stringMatching(/error|invalid_recipients/) },
    ])
  })

  test.each([
    ['no events', { events: [] }],
    ['101 events', { events: Array.from({ length: 101 }, () => note('x')) }],
    ['events that are not a list', { events: note('x') }],
    ['no events', {}],
    ['another field', { events: [note('x')], more: 1 }],
  ])('a call with %s is rejected as a whole', async (_, body) => {
    const world = await createWorld(engine)

    expect((await world.call('POST', '/v1/events/trigger/bulk', body)).status).toBe(422)
    expect(await contents(world, 'anna')).toEqual([])
  })

  test('100 events are accepted, and 100 recipients of one event', async () => {
    const world = await createWorld(engine)
    const to = Array.from({ length: 100 }, (_, index) => `s${index}`)

    await world.trigger(
      ...Array.from({ length: 99 }, (_, index) => note(String(index), to.slice(0, 12))),
      note('all', to),
    )

    expect((await world.feed('s3')).totalCount).toBe(100)
    expect(await contents(world, 's99')).toEqual(['all'])
  })

  test('templates that can’t be parsed are logged when the service starts', async () => {
    const world = await createWorld(engine)

    expect(world.log).toEqual([
      expect.stringContaining('workflow "unreadable", step 1, content'),
      expect.stringContaining('workflow "reads-files", step 1, content'),
    ])
  })
})
