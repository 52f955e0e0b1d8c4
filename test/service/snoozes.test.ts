import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../src/service/database/connect.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { createService, openDatabase, seedHistory } from '../../src/service/index.ts'
import { createSnoozes } from '../../src/service/snoozes.ts'
import { connect, createDatabase, onEachEngine, openServer, sharedMemory } from './support/engines.ts'
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
    monotonic: () => clock.now.getTime(),
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

/** A service with a timer, after its first look. It is a process of its own beside the world. */
const startTimed = async ({ environmentId }: World, database: Database) => {
  const looks = { count: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      // Of looks and deliveries, and of no request.
      if (node.kind === 'RawNode' && JSON.stringify(node).includes('order by snoozed_until')) looks.count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const log: string[] = []
  const service = await createService({
    database: { ...database, kysely: database.kysely.withPlugin(plugin), close: async () => {} },
    workspace: workspace(environmentId),
    apiKeys: [apiKey],
    live: false,
    log: (line) => void log.push(line),
  })
  onTestFinished(() => service.close())

  /** Waits until no statement runs, and the timer is set. Not with `expect.poll`, which moves stopped clocks. */
  const untilIdle = async () => {
    // Between two statements of a look, a turn may pass.
    for (let idleTurns = 0; idleTurns < 3;) {
      await nextTurn()
      const { total, idle, waiting } = database.connections()
      idleTurns = looks.count > 0 && idle === total && waiting === 0 ? idleTurns + 1 : 0
    }
  }
  await untilIdle()
  return {
    service,
    log,
    /** How many looks and deliveries there were. */
    looks,
    /** Sends a request for Anna's notifications. */
    request: async (method: string, path: string, body: object) => {
      const headers = { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' }
      const init = { method, headers, body: JSON.stringify(body) }
      const { status } = await service(new Request(`http://service.test${notifications}/${path}`, init))
      expect(status).toBe(200)
    },
    /** Moves the stopped clocks. */
    pass: async (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds)
      await untilIdle()
    },
  }
}

/** Stops all clocks of this process at the start. Those of a server go on, and are later. */
const stopClocks = (...clocks: 'Date'[]) => {
  vi.useFakeTimers({ toFake: [...clocks, 'performance', 'setTimeout', 'clearTimeout'], now: start })
  onTestFinished(() => void vi.useRealTimers())
}

/** Triggers notes to Anna. Returns the ids of their messages. */
const triggered = async (world: World, ...texts: string[]) => {
  const ids: string[] = []
  for (const text of texts) {
    await world.trigger(note(text))
    const { data } = await world.feed('anna')
    ids.push(...data.flatMap(({ _id, content }) => (content === text ? _id : [])))
  }
  return ids
}

/** Makes the parameters of a request. */
type ToRequest = (id: string | undefined, until: Date) => [method: string, path: string, body: object]

const single: ToRequest = (id, until) => ['PATCH', `${id}/snooze`, { snoozeUntil: until }]
const batch: ToRequest = (id, until) => [
  'POST',
  'batch',
  { action: 'snooze', notificationIds: [id], snoozeUntil: until },
]

test.each([
  ['one', single],
  ['a batch', batch],
])('a snooze of %s that a request stores ends in time, though the last look found none', async (_, toRequest) => {
  stopClocks('Date')
  const database = await sharedMemory()
  const world = await createWorld({ database })
  const ids = await triggered(world, 'a', 'b')
  const { service, request, looks, pass } = await startTimed(world, database)
  await pass(1_000)

  await request(...toRequest(ids[0], later(11)))
  // The timer remains at the first end.
  await request(...toRequest(ids[1], later(20)))
  await pass(9_999)
  expect([await contents(world), looks.count]).toEqual([[], 1])
  await pass(1)
  expect(await contents(world)).toEqual(['a'])
  await pass(9_000)
  expect(await contents(world)).toEqual(['b', 'a'])

  const { count } = looks
  await service.close()
  await pass(60_000)
  expect(looks.count).toBe(count)
})

test('a snooze that another process has stored is found within 30 seconds, and ends in time from then on', async () => {
  stopClocks('Date')
  const database = await sharedMemory()
  const world = await createWorld({ database })
  await world.trigger(note('a'), note('b'))
  const { pass } = await startTimed(world, database)
  await pass(10_000)
  await snooze(world, later(15), 'a')
  await snooze(world, later(45), 'b')

  await pass(19_999)
  expect(await contents(world)).toEqual([])
  await pass(1)
  expect(await contents(world)).toEqual(['a'])
  await pass(14_999)
  expect(await contents(world)).toEqual(['a'])
  await pass(1)
  expect(await contents(world)).toEqual(['b', 'a'])
})

test('an idle service looks twice a minute, also while snoozes of an environment are due that no process serves', async () => {
  stopClocks('Date')
  const database = await sharedMemory()
  const unserved = await createWorld({ database })
  await unserved.trigger(note('a'))
  await snooze(unserved, later(1), 'a')
  const world = await createWorld({ database })
  const { looks, pass } = await startTimed(world, database)

  for (let seconds = 0; seconds < 60; seconds += 0.5) await pass(500)

  expect(looks.count).toBe(3)
})

test('by the time of the server, a service ends at its start what is due, and takes what a request snoozes', async () => {
  stopClocks('Date')
  const { database, client } = await openServer()
  const world = await createWorld({ database })
  const [id] = await triggered(world, 'a')
  await snooze(world, later(100), 'a')

  const { request, pass } = await startTimed(world, database)
  expect(await contents(world)).toEqual(['a'])

  // By the stopped clock of the process, that is more than a year ahead.
  const { rows } = await client.query<{ until: Date }>("select now() + interval '1 hour' as until")
  await request(...single(id, rows[0]?.until ?? start))
  expect(await contents(world)).toEqual([])
  await client.query('update tidings.messages set snoozed_until = now()')
  await pass(30_000)
  expect(await contents(world)).toEqual(['a'])
})

test('what a request has locked is tried again after half a second', async () => {
  stopClocks()
  const { database, client } = await openServer()
  const world = await createWorld({ database })
  await world.trigger(note('a'))
  await snooze(world, later(100), 'a')
  await client.query('begin; select from tidings.subscribers for no key update')

  const { looks, pass } = await startTimed(world, database)
  expect(looks.count).toBe(2)
  await pass(499)
  expect(looks.count).toBe(2)
  await pass(1)
  expect(looks.count).toBe(4)
  await client.query('commit')
  await pass(500)
  expect(await contents(world)).toEqual(['a'])
})

test('a look that fails is tried again after half a second', async () => {
  stopClocks()
  const { database, client } = await openServer()
  const world = await createWorld({ database })
  await client.query('alter table tidings.messages rename column snoozed_until to gone')

  const { looks, log, pass } = await startTimed(world, database)
  expect(looks.count).toBe(1)
  await pass(499)
  expect(looks.count).toBe(1)
  await pass(1)
  expect(looks.count).toBe(2)
  expect(log.filter((line) => line.includes('snoozed_until'))).toHaveLength(1)
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

test('10,000 that are due at once take steps of 100, and requests run between them', { tags: 'slow' }, async () => {
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

  expect(published.length).toBe(101)
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
