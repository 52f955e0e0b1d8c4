import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../src/service/database/kysely.ts'
import { createService, openDatabase, seedHistory, type PastEvent } from '../../src/service/index.ts'
import { connect, createDatabase, onEachEngine, openMemory, untilWaiting } from './support/engines.ts'
import { workspace } from './support/workspace.ts'
import { apiKey, createWorld, type World } from './support/world.ts'

const show = async (world: World, subscriberId: string) =>
  (
    await world.call('PATCH', `/v1/subscribers/${subscriberId}/credentials`, {
      providerId: 'slack',
      credentials: {},
    })
  ).body

onEachEngine((engine) => {
  test('a restarted service has all data', async () => {
    const world = await createWorld(engine)
    await world.trigger({ name: 'note', to: 'anna', payload: { text: 'a' }, transactionId: 't' })
    const [before] = (await world.feed('anna')).data
    await world.mark('anna', before?._id ?? '', 'read')

    const again = await createWorld(engine, { environmentId: world.environmentId })
    await again.trigger({ name: 'note', to: 'anna', transactionId: 't' })

    expect((await again.feed('anna')).data).toEqual([{ ...before, read: true, seen: true }])
  })

  test('changes by clients survive a restart; changes of the file are applied', async () => {
    const world = await createWorld(engine)
    const start = (firstName: string, email: string) =>
      createWorld(engine, {
        environmentId: world.environmentId,
        change: ({ subscribers = [] }) => Object.assign(subscribers[0] ?? {}, { firstName, email }),
      })
    await world.call('POST', '/v1/subscribers/bulk', {
      subscribers: [{ subscriberId: 'anna', firstName: 'Changed', data: { a: 1 } }],
    })

    expect(await show(await start('Anna', 'anna@test'), 'anna')).toMatchObject({
      firstName: 'Changed',
      email: 'anna@test',
      data: { a: 1 },
    })
    expect(await show(await start('Anna', 'new@test'), 'anna')).toMatchObject({
      firstName: 'Changed',
      email: 'new@test',
    })
    expect(await show(await start('Annabel', 'new@test'), 'anna')).toMatchObject({
      firstName: 'Annabel',
      email: 'new@test',
      data: { a: 1 },
    })
  })

  test('a subscriber that clients created before the file named it keeps its fields', async () => {
    const world = await createWorld(engine, { change: (file) => void (file.subscribers = []) })
    await world.call('POST', '/v1/subscribers/bulk', {
      subscribers: [{ subscriberId: 'anna', firstName: 'Client' }],
    })

    const again = await createWorld(engine, { environmentId: world.environmentId })

    expect(await show(again, 'anna')).toMatchObject({ firstName: 'Client', lastName: 'Abel' })
  })

  test('ids of workflows and integrations are the same on every start', async () => {
    const world = await createWorld(engine)
    const again = await createWorld(engine, { environmentId: world.environmentId })

    expect((await again.call('GET', '/v1/integrations/active')).body).toEqual(
      (await world.call('GET', '/v1/integrations/active')).body,
    )
  })

  test('messages of a removed workflow remain', async () => {
    const world = await createWorld(engine)
    await world.trigger({ name: 'note', to: 'anna', payload: { text: 'a' } })
    const again = await createWorld(engine, {
      environmentId: world.environmentId,
      change: (file) => void (file.workflows = file.workflows?.filter(({ identifier }) => identifier !== 'note') ?? []),
    })

    const [item] = (await again.feed('anna')).data
    const [message] = await again.mark('anna', item?._id ?? '', 'read')

    expect(item).toMatchObject({ templateIdentifier: 'note', content: 'a' })
    expect(message).toMatchObject({ _templateId: item?._templateId, read: true })
    expect(message).not.toHaveProperty('template')
  })

  test('two services on one database see each other’s writes', async () => {
    const world = await createWorld(engine)
    const other = await createWorld(engine, { environmentId: world.environmentId })
    const events = [{ name: 'note', to: 'anna', transactionId: 't' }]

    await Promise.all(
      [world, other, world, other].map((each) => each.call('POST', '/v1/events/trigger/bulk', { events })),
    )

    expect((await world.feed('anna')).totalCount).toBe(1)
    expect((await other.feed('anna')).totalCount).toBe(1)
  })

  test('history is seeded once, at its times and with its marks', async () => {
    const world = await createWorld(engine)
    const day = (date: number) => new Date(Date.UTC(2026, 0, date))
    const history: PastEvent[] = [
      {
        event: {
          name: 'comment-added',
          to: 'anna',
          actor: 'ben',
          payload: { who: 'Ben', text: '1' },
          transactionId: 'h1',
        },
        createdAt: day(1),
        read: true,
      },
      {
        event: {
          name: 'note',
          to: ['anna', { subscriberId: 'new', firstName: 'Nora' }],
          payload: { text: '2' },
          transactionId: 'h2',
        },
        createdAt: day(3),
        seen: true,
      },
      { event: { name: 'comment-added', to: 'pia', transactionId: 'h3' }, createdAt: day(3) },
      { event: { name: 'note', to: 'anna', payload: { text: '3' }, transactionId: 'h4' }, createdAt: day(2) },
    ]
    const seed = () => seedHistory({ database: engine.database, workspace: workspace(world.environmentId), history })

    expect(await seed()).toBe(4)
    expect(await seed()).toBe(0)
    const { data } = await world.feed('anna')
    expect(data.map(({ content, createdAt, read, seen }) => [content, createdAt, read, seen])).toEqual([
      ['2', '2026-01-03T00:00:00.000Z', false, true],
      ['3', '2026-01-02T00:00:00.000Z', false, false],
      ['Ben said: 1', '2026-01-01T00:00:00.000Z', true, true],
    ])
    expect(data[2]?.actor).toEqual({ type: 'user', data: null })
    expect((await world.feed('new')).data[0]?.subscriber?.firstName).toBe('Nora')
    const [marked] = await world.mark('anna', data[2]?._id ?? '', 'seen')
    expect(marked).toMatchObject({
      lastReadDate: '2026-01-01T00:00:00.000Z',
      lastSeenDate: '2026-01-01T00:00:00.000Z',
    })
  })

  test('history with an invalid event is rejected', async () => {
    const { environmentId } = await createWorld(engine)
    const history = [{ event: { name: 'nope', to: 'anna' }, createdAt: new Date() }]

    await expect(
      seedHistory({ database: engine.database, workspace: workspace(environmentId), history }),
    ).rejects.toThrow('workflow_not_found')
  })
})

test('closing waits for requests in flight, rejects later ones, and closes the database', async () => {
  const database = await openDatabase(await createDatabase())
  const service = await createService({
    database,
    workspace: workspace('env'),
    apiKeys: [apiKey],
    log: () => {},
  })
  const request = () =>
    new Request('http://service.test/v1/subscribers/anna/messages/mark-all', {
      method: 'POST',
      headers: { authorization: `ApiKey ${apiKey}` },
      body: '{"markAs":"read"}',
    })

  const inFlight = service(request())
  const closing = service.close()
  const late = await service.fetch(request())

  expect((await inFlight).status).toBe(201)
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
  await closing
  await service.close()
  await database.close()
  await expect(database.kysely.selectFrom('tidings.messages').select('id').execute()).rejects.toThrow()
})

test.each([
  ['an embedded database', openMemory],
  ['a server', async () => openDatabase(await createDatabase(), { deadline: 60_000, poolSize: 1, log: () => {} })],
])('a query of %s without end delays the end of the service by ten seconds', async (_, open) => {
  const database = await open()
  const world = await createWorld({ database })
  const endless = sql`select pg_sleep(600)`.execute(database.kysely).catch((error: unknown) => error)
  const waiting = world.call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs: 'read' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isClosed = false
  const closing = world.service.close().then(() => (isClosed = true))

  await vi.advanceTimersByTimeAsync(9_999)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await closing

  expect(await endless).toBeInstanceOf(Error)
  // A request without a connection waits for half of the deadline.
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await waiting).status).toBe(503)
  expect(world.log.join()).toContain('did not end within ten seconds')
})

test('a PostgreSQL server that closes its connections fails only the requests in flight', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address, { log: () => {} })
  const world = await createWorld({ database })
  const markAll = () => world.call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs: 'read' })
  const client = await connect(address)
  await client.query('begin; select from tidings.subscribers for update')

  const underWay = markAll()
  await untilWaiting(client, 1)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.query('rollback')
  await client.end()

  expect(await underWay).toMatchObject({ status: 503, body: { message: expect.stringContaining('Try again') } })
  await expect.poll(async () => (await markAll()).status, { timeout: 10_000 }).toBe(201)
  expect(world.log.join()).toContain('Connection terminated')
  await database.close()
})
