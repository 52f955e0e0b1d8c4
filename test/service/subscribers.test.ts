import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operations, type Subscriber } from '../../src/contract/index.ts'
import { openDatabase, type WorkspaceInput } from '../../src/service/index.ts'
import { connect, createDatabase, onEachEngine, openServer, untilWaiting } from './support/engines.ts'
import { conditions } from './support/workspace.ts'
import { createWorld, type World } from './support/world.ts'

const bulk = (world: World, ...subscribers: unknown[]) => world.call('POST', '/v1/subscribers/bulk', { subscribers })
const append = (world: World, subscriberId: string, body: unknown) =>
  world.call('PATCH', `/v1/subscribers/${subscriberId}/credentials`, body)
/** Reads a subscriber through the only operation that returns one. */
const show = async (world: World, subscriberId: string): Promise<Subscriber> => {
  const { status, body } = await append(world, subscriberId, { providerId: 'slack', credentials: {} })
  expect(status).toBe(200)
  return z.parse(operations.appendCredentials.response, body)
}

onEachEngine((engine) => {
  test('bulk: creates new subscribers and updates existing ones in one call', async () => {
    const world = await createWorld(engine)

    const { status, body } = await bulk(
      world,
      { subscriberId: 'new', firstName: 'Nora', data: { a: [1] } },
      { subscriberId: 'anna', lastName: 'Zen' },
      { subscriberId: 'twice', email: 'a@test' },
      { subscriberId: 'twice', email: 'b@test', phone: '1' },
    )

    expect(status).toBe(201)
    expect(body).toEqual({
      created: [{ subscriberId: 'new' }, { subscriberId: 'twice' }],
      updated: [{ subscriberId: 'anna' }, { subscriberId: 'twice' }],
      failed: [],
    })
    expect(await show(world, 'anna')).toMatchObject({ firstName: 'Anna', lastName: 'Zen' })
    expect(await show(world, 'twice')).toMatchObject({ email: 'b@test', phone: '1' })
  })

  test('bulk: an invalid entry fails alone, with its reason', async () => {
    const world = await createWorld(engine)

    const { body } = await bulk(
      world,
      { subscriberId: 'good' },
      { firstName: 'No id' },
      { subscriberId: '' },
      { subscriberId: 'bad', email: 5 },
      { subscriberId: 'nul', firstName: 'a\0b' },
      { subscriberId: 'half', data: { deep: ['\udc00'] } },
      { subscriberId: 'odd', shoeSize: 44 },
      { subscriberId: 'x'.repeat(513) },
      'text',
      null,
      { subscriberId: 'also good' },
    )

    expect(body).toEqual({
      created: [{ subscriberId: 'good' }, { subscriberId: 'also good' }],
      updated: [],
      failed: [
        { message: expect.stringContaining('subscriberId') },
        { message: expect.stringContaining('subscriberId'), subscriberId: '' },
        { message: expect.stringContaining('email'), subscriberId: 'bad' },
        { message: expect.stringContaining('firstName'), subscriberId: 'nul' },
        { message: expect.stringContaining('data.deep[0]'), subscriberId: 'half' },
        { message: expect.stringContaining('shoeSize'), subscriberId: 'odd' },
        { message: expect.stringContaining('512'), subscriberId: 'x'.repeat(513) },
        { message: expect.any(String) },
        { message: expect.any(String) },
      ],
    })
  })

  test.each([
    ['none', { subscribers: [] }],
    ['501', { subscribers: Array.from({ length: 501 }, (_, index) => ({ subscriberId: String(index) })) }],
    ['no list', { subscribers: { subscriberId: 'a' } }],
    ['nothing', {}],
  ])('bulk: a call with %s is rejected as a whole', async (_, body) => {
    const world = await createWorld(engine)

    expect(await world.call('POST', '/v1/subscribers/bulk', body)).toMatchObject({
      status: 422,
      body: { errors: { subscribers: { messages: [expect.any(String)] } } },
    })
    expect((await world.call('GET', '/v2/subscribers/0/preferences')).status).toBe(404)
  })

  test('bulk: accepts 500, and preserves omitted fields', async () => {
    const world = await createWorld(engine)
    const people = Array.from({ length: 500 }, (_, index) => ({ subscriberId: `s${index}`, locale: 'de' }))

    expect((await bulk(world, ...people)).body).toMatchObject({ failed: [], updated: [] })
    const { body } = await bulk(world, ...people.map(({ subscriberId }) => ({ subscriberId, timezone: 'UTC' })))

    expect(z.parse(operations.bulkSubscribers.response, body).updated).toHaveLength(500)
    expect(await show(world, 's499')).toMatchObject({ locale: 'de', timezone: 'UTC' })
  })

  test('bulk: concurrent calls with the same subscribers, in any order, all succeed', async () => {
    const world = await createWorld(engine)
    const people = Array.from({ length: 200 }, (_, index) => ({ subscriberId: `s${index}` }))

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => bulk(world, ...(index % 2 ? people : people.toReversed()))),
    )
    const created = answers.flatMap(({ body }) => z.parse(operations.bulkSubscribers.response, body).created)

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(created.map(({ subscriberId }) => subscriberId)).size).toBe(200)
    expect(created).toHaveLength(200)
  })

  test('credentials: the response is the subscriber with every field', async () => {
    const world = await createWorld(engine)
    world.clock.advance(1000)

    const { status, body } = await append(world, 'anna', {
      providerId: 'slack',
      credentials: { webhookUrl: 'https://hook', channel: 'general' },
    })

    const id = expect.stringMatching(/^[0-9a-f]{24}$/)
    expect(status).toBe(200)
    expect(body).toEqual({
      _id: id,
      firstName: 'Anna',
      lastName: 'Abel',
      email: 'anna@test',
      phone: null,
      avatar: 'https://img.test/anna.png',
      locale: null,
      timezone: null,
      data: null,
      // The newest of two matching integrations.
      channels: [
        {
          providerId: 'slack',
          integrationIdentifier: 'slack-2',
          credentials: { webhookUrl: 'https://hook', channel: 'general' },
          _integrationId: id,
        },
      ],
      topics: [],
      isOnline: null,
      lastOnlineAt: null,
      __v: 1,
      subscriberId: 'anna',
      _organizationId: `org_${world.environmentId}`,
      _environmentId: world.environmentId,
      deleted: false,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:01.000Z',
    })
  })

  test('credentials: tokens are a set, and are preserved by a call without tokens; other fields are replaced', async () => {
    const world = await createWorld(engine)
    const settings = async (credentials: object) => {
      const { body } = await append(world, 'anna', { providerId: 'fcm', credentials })
      return z.parse(operations.appendCredentials.response, body).channels?.map((each) => each.credentials)
    }

    expect(await settings({ deviceTokens: ['a', 'b', 'a'] })).toEqual([{ deviceTokens: ['a', 'b'] }])
    expect(await settings({ deviceTokens: ['b', 'c'], title: '1' })).toEqual([
      { deviceTokens: ['a', 'b', 'c'], title: '1' },
    ])
    expect(await settings({ title: '2' })).toEqual([{ deviceTokens: ['a', 'b', 'c'], title: '2' }])
    expect(await settings({ deviceTokens: [] })).toEqual([{ deviceTokens: ['a', 'b', 'c'], title: '2' }])
  })

  test('credentials: each integration has its own', async () => {
    const world = await createWorld(engine)
    await append(world, 'anna', {
      providerId: 'slack',
      integrationIdentifier: 'slack-1',
      credentials: { channel: 'one' },
    })
    await append(world, 'anna', {
      providerId: 'slack',
      integrationIdentifier: 'slack-2',
      credentials: { channel: 'two' },
    })

    expect((await show(world, 'anna')).channels).toMatchObject([
      { integrationIdentifier: 'slack-1', credentials: { channel: 'one' } },
      { integrationIdentifier: 'slack-2', credentials: { channel: 'two' } },
    ])
  })

  test('credentials: concurrent additions are all stored', async () => {
    const world = await createWorld(engine)
    const tokens = Array.from({ length: 40 }, (_, index) => `token-${index}`)

    await Promise.all(
      tokens.map((token) => append(world, 'anna', { providerId: 'fcm', credentials: { deviceTokens: [token] } })),
    )

    const kept = (await show(world, 'anna')).channels?.[0]?.credentials.deviceTokens ?? []
    expect(kept.toSorted()).toEqual(tokens.toSorted())
  })

  test.each([
    ['an unknown subscriber', 'nobody', { providerId: 'slack', credentials: {} }, 404],
    ['a provider without an integration', 'anna', { providerId: 'discord', credentials: {} }, 400],
    ['a provider whose integration is inactive', 'anna', { providerId: 'expo', credentials: {} }, 400],
    ['an unknown integration', 'anna', { providerId: 'slack', integrationIdentifier: 'x', credentials: {} }, 400],
    [
      'an integration of another provider',
      'anna',
      { providerId: 'slack', integrationIdentifier: 'fcm-1', credentials: {} },
      400,
    ],
    ['an unknown provider', 'anna', { providerId: 'pigeon', credentials: {} }, 422],
    ['no credentials', 'anna', { providerId: 'slack' }, 422],
    ['an unknown credential', 'anna', { providerId: 'slack', credentials: { password: 'geheim' } }, 422],
    ['a credential of another type', 'anna', { providerId: 'slack', credentials: { webhookUrl: ['geheim'] } }, 422],
  ])('credentials: %s is rejected', async (_, subscriberId, body, status) => {
    const world = await createWorld(engine)

    const answer = await append(world, subscriberId, body)

    expect(answer).toMatchObject({ status, body: { statusCode: status } })
    expect(JSON.stringify(answer.body)).not.toContain('geheim')
  })

  test('only active integrations are listed, with their credentials', async () => {
    const world = await createWorld(engine)

    const { status, body } = await world.call('GET', '/v1/integrations/active')

    expect(status).toBe(200)
    expect(z.parse(operations.getActiveIntegrations.response, body).map(({ identifier }) => identifier)).toEqual([
      'in-app-1',
      'mail-1',
      'sms-1',
      'slack-1',
      'slack-2',
      'fcm-1',
    ])
    expect(body).toContainEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _environmentId: world.environmentId,
      _organizationId: `org_${world.environmentId}`,
      name: 'Mail',
      identifier: 'mail-1',
      providerId: 'sendgrid',
      channel: 'email',
      credentials: { apiKey: 'sg-1' },
      conditions,
      active: true,
      primary: false,
      deleted: false,
    })
  })
})

test('a deadlock with another client of the server is retried', async () => {
  const address = await createDatabase()
  const client = await connect(address)
  // The service detects a deadlock after a second; this client never does.
  await client.query(`alter database ${new URL(address).pathname.slice(1)} set deadlock_timeout = '1s'`)
  const database = await openDatabase(address)
  const world = await createWorld({ database })
  const names = { subscribers: [{ subscriberId: 'anna' }, { subscriberId: 'ben', firstName: 'Bert' }] }

  await client.query("begin; select from tidings.subscribers where subscriber_id = 'ben' for update")
  const answer = world.call('POST', '/v1/subscribers/bulk', names)
  await untilWaiting(client, 1)
  await client.query("select from tidings.subscribers where subscriber_id = 'anna' for update")
  await client.query('commit')

  expect((await answer).status).toBe(201)
  expect(await show(world, 'ben')).toMatchObject({ firstName: 'Bert' })
  await client.end()
  await database.close()
})

const emailOnly = ({ workflows }: WorkspaceInput) =>
  void workflows?.push({ identifier: 'mail', name: 'Mail', steps: [{ channel: 'email', content: 'Hello' }] })

test('an event with a new recipient writes no new versions of the rows of the others', async () => {
  const { database, client } = await openServer()
  const world = await createWorld({ database }, { change: emailOnly })
  // The place of each version of a row.
  const places = async () =>
    (await client.query("select subscriber_id, ctid from tidings.subscribers where subscriber_id <> 'new'")).rows
  const before = await places()

  await world.trigger({ name: 'mail', to: ['pia', 'new', 'ben', 'anna', 'quiet'] })

  expect(await places()).toEqual(before)
  expect(await show(world, 'new')).toMatchObject({ subscriberId: 'new' })
})

test('an event with a new recipient waits for a known one without blocking a call that creates the new one', async () => {
  const { database, client } = await openServer()
  const world = await createWorld({ database })
  await client.query("begin; select from tidings.subscribers where subscriber_id = 'anna' for update")
  const event = world.trigger({ name: 'note', to: ['new', 'ben', 'anna'], payload: { text: 'a' } })
  await untilWaiting(client, 1)

  const { status } = await world.call('POST', '/v1/subscribers/bulk', {
    subscribers: [{ subscriberId: 'ben' }, { subscriberId: 'new', firstName: 'Nia' }],
  })
  await client.query('commit')

  expect(status).toBe(201)
  await event
  expect((await world.feed('new')).totalCount).toBe(1)
  expect(await show(world, 'new')).toMatchObject({ firstName: 'Nia' })
})
