import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../src/service/database/connect.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { createService, openDatabase, seedHistory } from '../../src/service/index.ts'
import { createSnoozes } from '../../src/service/snoozes.ts'
import { connect, createDatabase, onEachEngine, openServer } from './support/engines.ts'
import { note } from './support/events.ts'
import { hintsAfter, readStream } from './support/eventStream.ts'
import { workspace } from './support/workspace.ts'
import { apiKey, createWorld, type World } from './support/world.ts'

const start = new Date('2026-03-01T12:00:00.000Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

const notifications = '/v2/subscribers/anna/notifications'

/** Snoozes messages of Anna's feed by their texts. */
const snooze = async (world: World, until: Date, ...texts: string[]) => {
  const { data } = await world.feed('anna', '?limit=100')
  const notificationIds = data.flatMap(({ _id, content }) => (texts.includes(content) ? _id : []))
  const body = { action: 'snooze', notificationIds, snoozeUntil: until.toISOString() }
  expect((await world.call('POST', `${notifications}/batch`, body)).status).toBe(200)
  return notificationIds
}

/** The snoozes of a process, apart from a service, whose clock is at a time. */
const snoozesAt = (database: Database, environmentId: string, clock: { now: Date }) => {
  const [log, published]: [string[], string[][]] = [[], []]
  const snoozes = createSnoozes(database, {
    environmentId,
    now: () => clock.now,
    publish: (subscriberIds) => void published.push(subscriberIds),
    log: (line) => void log.push(line),
  })
  return { ...snoozes, log, published }
}

const setUp = async (database: Database, ...texts: string[]) => {
  const world = await createWorld({ database })
  for (const text of texts) {
    await world.trigger(note(text))
    world.clock.advance(1_000)
  }
  const clock = { now: later(60) }
  return { world, clock, ...snoozesAt(database, world.environmentId, clock) }
}

const contents = async (world: World, query = '') =>
  (await world.feed('anna', query)).data.map(({ content }) => content)

onEachEngine((engine) => {
  test('a message whose snooze ends is delivered again: new, at the top, and counted', async () => {
    const { world, clock, run, published } = await setUp(engine.database, 'a', 'b', 'c')
    const [id = ''] = (await world.feed('anna')).data.flatMap(({ _id, content }) => (content === 'a' ? _id : []))
    const [before] = await world.mark('anna', id, 'read')
    await snooze(world, later(100), 'a')

    clock.now = later(99.999)
    await run()
    expect([await contents(world), published]).toEqual([['c', 'b'], []])
    clock.now = later(100)
    await run()
    await run()

    expect(published).toEqual([['anna']])
    const { data, totalCount } = await world.feed('anna')
    expect([data.map(({ content }) => content), totalCount]).toEqual([['a', 'c', 'b'], 3])
    expect(data[0]).toMatchObject({ _id: id, read: false, seen: false, createdAt: later(100).toISOString() })
    expect(await contents(world, '?seen=false')).toEqual(['a', 'c', 'b'])
    expect((await world.feed('anna', '?read=false&limit=1')).totalCount).toBe(3)
    const [message] = await world.mark('anna', id, 'seen')
    expect(message).toMatchObject({ createdAt: before?.createdAt })
    expect(message).not.toHaveProperty('snoozedUntil')
    expect(message?.deliveredAt).toEqual([before?.createdAt, later(100).toISOString()])
  })

  test('one that is unsnoozed, archived, snoozed for longer or deleted before is not delivered again', async () => {
    const { world, clock, run, published } = await setUp(engine.database, 'a', 'b', 'c', 'd')
    const ids = await snooze(world, later(100), 'a', 'b', 'c', 'd')
    const batch = (action: string, id: string | undefined, more: object = {}) =>
      world.call('POST', `${notifications}/batch`, { action, notificationIds: [id], ...more })
    await batch('unsnooze', ids[0])
    await batch('archive', ids[1])
    await batch('snooze', ids[2], { snoozeUntil: later(200).toISOString() })
    await batch('delete', ids[3])

    clock.now = later(150)
    await run()
    expect([await contents(world), published]).toEqual([['d'], []])
    clock.now = later(200)
    await run()
    expect(await contents(world)).toEqual(['b', 'd'])
    expect(published).toEqual([['anna']])
  })

  test('other environments end their own snoozes', async () => {
    const own = await setUp(engine.database, 'a')
    const other = await setUp(engine.database, 'a')
    for (const { world } of [own, other]) await snooze(world, later(100), 'a')
    own.clock.now = later(100)
    await own.run()
    expect([await contents(own.world), await contents(other.world)]).toEqual([['a'], []])
  })

  test('a service finds it by itself, also after a restart, and hints it', async () => {
    const first = await createWorld(engine)
    await first.trigger(note('a'))
    await snooze(first, later(100), 'a')

    const silent = { publish: async () => {}, subscribe: async () => () => {} }
    const world = await createWorld(engine, { environmentId: first.environmentId, live: { bus: silent } })
    const headers = { authorization: `ApiKey ${apiKey}` }
    const stream = readStream(await world.service.fetch(new Request('http://service.test/v1/live', { headers })))
    onTestFinished(() => stream.cancel())
    expect(await contents(world)).toEqual([])
    world.clock.now = later(100)
    // A clock of a test moves with requests.
    await contents(world)

    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
    expect(await contents(world)).toEqual(['a'])
  })
})

test('the timer of a service delivers it without any request', async () => {
  const { database } = await openServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const environmentId = randomUUID()
  const world = await createWorld({ database }, { environmentId })
  await world.trigger(note('a'))
  await snooze(world, later(100), 'a')
  const options = { database: { ...database, close: async () => {} }, apiKeys: [apiKey], live: false } as const
  // Its time is that of the server, which is later than the end of the snooze.
  const service = await createService({ ...options, workspace: workspace(environmentId), log: () => {} })

  vi.advanceTimersByTime(499)
  expect(await contents(world)).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.poll(() => contents(world)).toEqual(['a'])
  await service.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('two processes deliver each message once, and neither waits for a request that has locked its subscriber', async () => {
  const address = await createDatabase()
  const databases = [await openDatabase(address), await openDatabase(address)] as const
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))))
  const { world, clock } = await setUp(databases[0], 'a')
  const history = Array.from({ length: 3_000 }, (_, index) => ({
    event: { name: 'note', to: `reader-${index % 300}`, payload: { text: String(index) } },
    createdAt: start,
  }))
  await seedHistory({ database: databases[0], workspace: workspace(world.environmentId), history })
  await snooze(world, later(100), 'a')
  const client = await connect(address)
  onTestFinished(() => client.end())
  await client.query('update tidings.messages set snoozed_until = $1 where snoozed_until is null', [later(90)])
  await client.query(`update tidings.subscribers set unread_unseen = 0 where subscriber_id like 'reader-%'`)
  await client.query(`begin; select from tidings.subscribers where subscriber_id = 'reader-7' for no key update`)
  clock.now = later(100)

  const both = databases.map((database) => snoozesAt(database, world.environmentId, clock))
  await Promise.all(both.map(({ run }) => run()))

  const left = async () =>
    (
      await client.query<{ name: string; count: number }>(
        `select subscriber_id as name, count(*)::integer as count
        from tidings.messages join tidings.subscribers on subscribers.id = subscriber_key
        where snoozed_until is not null group by 1`,
      )
    ).rows
  expect(await left()).toEqual([{ name: 'reader-7', count: 10 }])
  await client.query('commit')
  await both[0]?.run()
  expect(await left()).toEqual([])
  const { rows } = await sql<{ isExact: boolean; times: number }>`
    select bool_and(unread_unseen = 10) as "isExact",
      (select max(jsonb_array_length(delivered_at)) from tidings.messages) as times
    from tidings.subscribers where subscriber_id like 'reader-%'`.execute(databases[1].kysely)
  expect(rows).toEqual([{ isExact: true, times: 2 }])
  expect(await contents(world)).toEqual(['a'])
  expect(both.flatMap(({ log }) => log)).toEqual([])
})

test('10,000 that are due at once take steps of 500, and requests run between them', async () => {
  const { database } = await openServer()
  const { world, clock, run, published } = await setUp(database, 'a')
  const history = Array.from({ length: 10_000 }, (_, index) => ({
    event: { name: 'note', to: `reader-${index % 100}`, payload: { text: String(index) } },
    createdAt: start,
  }))
  await seedHistory({ database, workspace: workspace(world.environmentId), history })
  await sql`update tidings.messages set snoozed_until = ${later(90)}`.execute(database.kysely)
  await sql`update tidings.subscribers set unread_unseen = 0`.execute(database.kysely)
  clock.now = later(100)

  const ended = new AbortController()
  const running = run().finally(() => ended.abort())
  const totals: number[] = []
  while (!ended.signal.aborted) totals.push((await world.feed('reader-1', '?limit=1')).totalCount ?? 0)
  await running

  expect(published.length).toBe(21)
  expect(totals.length).toBeGreaterThan(5)
  expect((await world.feed('reader-1', '?limit=1')).totalCount).toBe(100)
  expect((await world.feed('reader-1', '?limit=1&seen=false')).totalCount).toBe(100)
})

test('a failure is logged once, until one has succeeded', async () => {
  const { database, client } = await openServer()
  const { log, run } = await setUp(database)
  await client.query('alter table tidings.messages rename column snoozed_until to gone')
  for (let count = 0; count < 3; count++) await run()
  expect(log).toEqual([expect.stringMatching(/^Snoozed messages were not delivered: .*snoozed_until/)])
  await client.query('alter table tidings.messages rename column gone to snoozed_until')
  await run()
  await client.query('alter table tidings.messages rename column snoozed_until to gone')
  await run()
  expect(log).toHaveLength(2)
})
