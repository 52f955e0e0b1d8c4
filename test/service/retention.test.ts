import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClockWatch } from '../../src/service/clockWatch.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { createHousekeeping } from '../../src/service/housekeeping.ts'
import { createService, openDatabase, seedHistory, type Database, type PastEvent } from '../../src/service/index.ts'
import { createRetention, type Removed } from '../../src/service/retention.ts'
import { connect, createDatabase, onEachEngine, openMemory, openServer } from './support/engines.ts'
import { hintsAfter, readStream } from './support/eventStream.ts'
import { workspace } from './support/workspace.ts'
import { apiKey, createWorld, type World } from './support/world.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const daysAgo = (days: number, milliseconds = 0) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000 + milliseconds)

const past = (to: string, createdAt: Date, text: string, marks: Partial<PastEvent> = {}): PastEvent => ({
  event: { name: 'note', to, payload: { text }, transactionId: `t-${to}-${text}` },
  createdAt,
  ...marks,
})

const seed = (database: Database, environmentId: string, history: PastEvent[]) =>
  seedHistory({ database, workspace: workspace(environmentId), history })

/** So many events of a day, in which each of three subscribers gets every third. */
const manyEvents = (count: number, createdAt: Date) =>
  Array.from({ length: count }, (_, index) => past(['anna', 'ben', 'pia'][index % 3] ?? '', createdAt, String(index)))

const texts = async (world: World, subscriberId: string, query = '') =>
  (await world.feed(subscriberId, query)).data.map(({ content }) => content)

/** Removes what is older than 30 days at each run, and returns the rows of each step. */
const createRemoval = (database: Database, environmentId: string, betweenSteps?: () => Promise<unknown>) => {
  let steps: Removed[] = []
  const retention = createRetention({
    database,
    environmentId,
    days: 30,
    publish: () => {},
    count: (removed) => void steps.push(removed),
    ...(betweenSteps && { pause: betweenSteps }),
  })
  return async (time = now) => {
    steps = []
    const total = await retention.remove(time, new AbortController().signal)
    return { steps, total }
  }
}

const removeOld = (database: Database, environmentId: string, betweenSteps?: () => Promise<unknown>) =>
  createRemoval(database, environmentId, betweenSteps)()

onEachEngine((engine) => {
  test('removes what is older, from feeds, counts and delivered events, and hints those who had it', async () => {
    const environmentId = randomUUID()
    await seed(engine.database, environmentId, [
      past('anna', daysAgo(31), 'older'),
      past('anna', daysAgo(30, -1), 'just older', { read: true }),
      past('anna', daysAgo(30), 'of that moment', { read: true }),
      past('anna', daysAgo(1), 'new'),
      past('ben', daysAgo(2), 'new'),
    ])
    const silent = { publish: async () => {}, subscribe: async () => () => {} }
    const world = await createWorld(engine, { environmentId, retention: { days: 30 }, live: { bus: silent } })
    const headers = { authorization: `ApiKey ${apiKey}` }
    const stream = readStream(await world.service.fetch(new Request('http://service.test/v1/live', { headers })))
    onTestFinished(() => stream.cancel())

    // The request for the stream has started the removal.
    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
    await expect
      .poll(() => world.log, { timeout: 10_000 })
      .toContain('Retention removed 2 messages and 2 transaction ids.')

    expect(await texts(world, 'anna')).toEqual(['new', 'of that moment'])
    expect((await world.feed('anna', '?limit=1')).totalCount).toBe(2)
    expect((await world.feed('anna', '?read=false&limit=1')).totalCount).toBe(1)
    expect((await world.feed('anna', '?seen=true&limit=1')).totalCount).toBe(1)
    expect(await texts(world, 'ben')).toEqual(['new'])
    const again = (text: string) => world.trigger(past('anna', now, text).event)
    await again('new')
    await again('older')
    expect(await texts(world, 'anna')).toEqual(['older', 'new', 'of that moment'])
  })

  test('a snoozed message is not removed, nor one that was delivered again, until that is old too', async () => {
    const environmentId = randomUUID()
    const names = ['old', 'snoozed', 'due']
    await seed(engine.database, environmentId, [
      ...names.map((name) => past('anna', daysAgo(29), name)),
      past('anna', daysAgo(1), 'new'),
    ])
    const world = await createWorld(engine, { environmentId })
    const notifications = '/v2/subscribers/anna/notifications'
    const snooze = async (text: string, snoozeUntil: Date) => {
      const id = (await world.feed('anna')).data.find(({ content }) => content === text)?._id
      const path = `${notifications}/${id}/snooze`
      expect((await world.call('PATCH', path, { snoozeUntil: snoozeUntil.toISOString() })).status).toBe(200)
    }
    await snooze('snoozed', daysAgo(-100))
    await snooze('due', daysAgo(-1))
    world.clock.now = daysAgo(-1)
    await expect.poll(() => texts(world, 'anna')).toEqual(['due', 'new', 'old'])
    const remove = createRemoval(engine.database, environmentId, async () => {})

    expect((await remove(daysAgo(-2))).total.messages).toBe(1)
    expect(await texts(world, 'anna')).toEqual(['due', 'new'])
    expect((await remove(daysAgo(-30))).total.messages).toBe(1)
    expect(await texts(world, 'anna')).toEqual(['due'])
    expect((await world.feed('anna')).totalCount).toBe(1)
    expect((await remove(daysAgo(-32))).total.messages).toBe(1)
    expect(await texts(world, 'anna')).toEqual([])
    expect((await world.feed('anna')).totalCount).toBe(0)
    const { body } = await world.call('GET', `${notifications}?snoozed=true`)
    expect(body).toMatchObject({ data: [{ body: 'snoozed' }] })
  })

  test('another environment of the database is not affected', async () => {
    const [own, other] = [randomUUID(), randomUUID()]
    for (const environmentId of [own, other]) await seed(engine.database, environmentId, manyEvents(3, daysAgo(40)))

    expect((await removeOld(engine.database, own)).total).toEqual({ messages: 3, transactionIds: 3 })

    expect(await texts(await createWorld(engine, { environmentId: other }), 'anna')).toEqual(['0'])
    expect(await texts(await createWorld(engine, { environmentId: own }), 'anna')).toEqual([])
  })

  test('no transaction removes more than 500 rows, and requests run between two of them', async () => {
    const environmentId = randomUUID()
    await seed(engine.database, environmentId, manyEvents(1_200, daysAgo(50)))
    await seed(engine.database, environmentId, [past('anna', daysAgo(1), 'new')])
    const world = await createWorld(engine, { environmentId })
    const counts: (number | undefined)[] = []

    const { steps, total } = await removeOld(engine.database, environmentId, async () => {
      counts.push((await world.feed('anna')).totalCount)
    })

    expect(total).toEqual({ messages: 1_200, transactionIds: 1_200 })
    const removed = steps.map(({ messages, transactionIds }) => messages + transactionIds)
    // The database has other environments, so a step may find fewer rows of this one.
    expect(Math.max(...removed)).toBeLessThanOrEqual(500)
    expect(counts).toEqual(counts.toSorted((one, other) => (other ?? 0) - (one ?? 0)))
    expect(new Set(counts).size).toBeGreaterThan(2)
    expect(counts.at(-1)).toBe(1)
  })
})

test('two processes share the work: each row is removed once, and neither waits or fails', async () => {
  const address = await createDatabase()
  const databases = [await openDatabase(address), await openDatabase(address)] as const
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))))
  await seed(databases[0], 'env', manyEvents(2_000, daysAgo(40)))

  const both = await Promise.all(databases.map((database) => removeOld(database, 'env', async () => {})))

  const sum = (rows: 'messages' | 'transactionIds') => both.reduce((before, { total }) => before + total[rows], 0)
  expect([sum('messages'), sum('transactionIds')]).toEqual([2_000, 2_000])
})

test('a run does not read again what other environments store for longer', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  onTestFinished(() => database.close())
  await seed(database, 'other', manyEvents(1_300, daysAgo(400)))
  await seed(database, 'env', manyEvents(3, daysAgo(40)))
  await seed(database, 'env', [past('anna', daysAgo(29), 'later')])
  const remove = createRemoval(database, 'env', async () => {})

  expect((await remove()).steps).toHaveLength(4)
  const { steps, total } = await remove(daysAgo(-2))

  // One for the messages, and one for the events.
  expect(steps).toHaveLength(2)
  expect(total).toEqual({ messages: 1, transactionIds: 1 })
})

test('a message that a request is marking is left for the next run, without waiting', async () => {
  const { database, client } = await openServer()
  await seed(database, 'env', manyEvents(3, daysAgo(40)))
  await client.query(`begin; select from tidings.subscribers
    where id = (select subscriber_key from tidings.messages where content = '1') for no key update`)

  const remove = createRemoval(database, 'env')
  expect((await remove()).total).toEqual({ messages: 2, transactionIds: 3 })
  await client.query('commit')
  expect((await remove()).total).toEqual({ messages: 1, transactionIds: 0 })
})

describe('a clock that is wrong', () => {
  const hour = 60 * 60 * 1000
  const day = 24 * hour
  const year = 365 * day

  let database: Database
  beforeAll(async () => void (database = await openMemory()))
  afterAll(() => database.close())

  /** A service's housekeeping with a wall clock and a monotonic one. `later` passes on both, `step` sets the first. */
  const start = (environmentId: string, options: { lead?: number; isConfirmed?: boolean } = {}) => {
    const clock = { wall: now.getTime() + (options.lead ?? 0), elapsed: 0 }
    const log: string[] = []
    const monotonic = () => clock.elapsed
    const isSteady = createClockWatch(monotonic, (line) => void log.push(line))
    const { isConfirmed } = options
    const retention = createRetention({
      database,
      environmentId,
      days: 90,
      ...(isConfirmed !== undefined && { isConfirmed }),
      publish: () => {},
      pause: async () => {},
    })
    const housekeeping = createHousekeeping(database, {
      retention,
      now: () => new Date(clock.wall),
      monotonic,
      isSteady,
      mayExpire: isSteady,
      log: (line) => void log.push(line),
    })
    const { run } = housekeeping
    const later = async (ms: number) => {
      for (let left = ms; left > 0; left -= 6 * hour) {
        const passed = Math.min(left, 6 * hour)
        clock.wall += passed
        clock.elapsed += passed
        await run()
      }
    }
    return { log, run, later, step: (ms: number) => void (clock.wall += ms) }
  }

  const setUp = async () => {
    const environmentId = randomUUID()
    await seed(database, environmentId, [
      past('anna', daysAgo(100), 'older'),
      ...[80, 60, 40, 1].map((days) => past('anna', daysAgo(days), String(days))),
    ])
    const counts = async () => {
      const { rows } = await sql<{ messages: number; ids: number }>`select
        (select count(*)::integer from tidings.messages join tidings.subscribers on subscribers.id = subscriber_key
          where environment_id = ${environmentId}) as messages,
        (select count(*)::integer from tidings.transaction_ids where environment_id = ${environmentId}) as ids
      `.execute(database.kysely)
      return Object.values(rows[0] ?? {})
    }
    return { environmentId, counts }
  }

  test.each([
    ['ahead by two hours', 2 * hour],
    ['ahead by a year', year],
    ['back by two hours', -2 * hour],
    ['back by a year', -year],
  ])('removes nothing for a day after it is set %s, and goes on once it is right', async (_name, by) => {
    const { environmentId, counts } = await setUp()
    const { run, later, step, log } = start(environmentId)
    await run()
    expect(await counts()).toEqual([4, 4])
    step(by)
    await later(12 * hour)
    step(-by)
    await later(25 * hour)
    expect(await counts()).toEqual([4, 4])
    expect(log.filter((line) => line.startsWith('The clock was set'))).toHaveLength(2)
    await later(9 * day)
    expect(await counts()).toEqual([3, 3])
  })

  test.each([
    ['an hour less a second', hour - 1_000],
    ['back by a minute', -60_000],
  ])('removes as ever after a step of %s', async (_name, by) => {
    const { environmentId, counts } = await setUp()
    const { later, run, step, log } = start(environmentId)
    await run()
    step(by)
    await later(10 * day + hour)
    expect(await counts()).toEqual([3, 3])
    expect(log.some((line) => line.startsWith('The clock was set'))).toBe(false)
  })

  test('from the start removes nothing for a day, and the log has the option that confirms it', async () => {
    const { environmentId, counts } = await setUp()
    const { run, later, log } = start(environmentId, { lead: year })
    await run()
    await later(23 * hour)
    expect(await counts()).toEqual([5, 5])
    expect(log).toEqual([expect.stringMatching(/more than half of all messages.* --confirm-removal/)])
    await later(2 * hour)
    expect(await counts()).toEqual([0, 0])
  })

  test('is right if that is confirmed', async () => {
    const { environmentId, counts } = await setUp()
    const { run, log } = start(environmentId, { lead: year, isConfirmed: true })
    await run()
    expect(await counts()).toEqual([0, 0])
    expect(log).toEqual(['Retention removed 5 messages and 5 transaction ids.'])
  })

  test('of one process of a server removes nothing of the others: the time of PostgreSQL counts', async () => {
    const { database: server, client } = await openServer()
    await seed(server, 'env', [past('anna', new Date(), 'new')])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + year)
    onTestFinished(() => void vi.restoreAllMocks())
    const service = await createService({
      database: server,
      workspace: workspace('env'),
      apiKeys: [apiKey],
      retention: { days: 90, isConfirmed: true },
      live: false,
      log: () => {},
    })
    const authorization = `ApiKey ${apiKey}`
    const call = (path: string, key?: string) =>
      service(
        new Request(`http://service.test${path}`, {
          headers: { authorization, ...(key !== undefined && { 'idempotency-key': key }) },
          ...(key !== undefined && { method: 'POST', body: '{"events":[]}' }),
        }),
      )
    await call('/v1/integrations/active')
    // A response that another process has stored.
    await sql`insert into tidings.stored_responses values ('org_env', 'k', 'hash', 201, '{}', now())`.execute(
      server.kysely,
    )
    const again = await call('/v1/events/trigger/bulk', 'k')
    expect(again.status).toBe(422)
    // Waits for the housekeeping.
    await service.close()
    const { rows } = await client.query('select from tidings.messages, tidings.stored_responses')
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['behind', -1],
    ['ahead', 1],
  ])('of one process of a server is not that of what it stores: %s by a year', async (_name, direction) => {
    const { database: server, client } = await openServer()
    const spy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + direction * year)
    onTestFinished(() => spy.mockRestore())
    const world = await createWorld({ database: server }, { environmentId: 'env', hasDatabaseTime: true })
    await world.trigger(past('anna', now, 'new').event)
    const [notification] = (await world.feed('anna')).data
    const { rows } = await client.query<{ tomorrow: Date }>("select now() + interval '1 day' as tomorrow")
    const snooze = `/v2/subscribers/anna/notifications/${notification?._id}/snooze`
    expect((await world.call('PATCH', snooze, { snoozeUntil: rows[0]?.tomorrow })).status).toBe(200)

    const times = await client.query<{ table: string; isRight: boolean }>(`
      select distinct name as table, time between now() - interval '1 minute' and now() + interval '1 second' as "isRight"
      from (
        select 'messages' as name, unnest(array[created_at, updated_at]) as time from tidings.messages
        union select 'ids', to_timestamp(('x' || substr(id, 1, 12))::bit(48)::bigint / 1000.0) from tidings.messages
        union select 'subscribers', unnest(array[created_at, updated_at]) from tidings.subscribers
        union select 'transaction_ids', created_at from tidings.transaction_ids
      ) as stored order by name`)
    expect(times.rows).toEqual(
      ['ids', 'messages', 'subscribers', 'transaction_ids'].map((table) => ({ table, isRight: true })),
    )
  })
})

test('without a retention, nothing is removed', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  await seed(database, 'env', [past('anna', new Date(0), 'oldest')])
  const world = await createWorld({ database }, { environmentId: 'env' })
  world.clock.advance(100 * 365 * 24 * 60 * 60 * 1000)
  await world.feed('anna')
  // Waits for the housekeeping that the request has started.
  await world.service.close()

  const again = await openDatabase(address)
  onTestFinished(() => again.close())
  const restarted = await createWorld({ database: again }, { environmentId: 'env' })
  expect(await restarted.trigger(past('anna', now, 'oldest').event)).toHaveLength(1)
  expect(await texts(restarted, 'anna')).toEqual(['oldest'])
  expect((await restarted.feed('anna')).data[0]?.createdAt).toBe('1970-01-01T00:00:00.000Z')
})

test.each([
  ['a removal', 1, 0],
  ['an hour', 0, 1],
])(
  'an embedded database is vacuumed after %s, but not by the first request alone',
  { tags: 'slow' },
  async (_, messages, hours) => {
    const database = await openMemory()
    onTestFinished(() => database.close())
    const isVacuumed = async () => {
      // The database has one connection, so the vacuum that a run has started precedes this query.
      const { rows } = await sql<{ count: number }>`
      select reltuples as count from pg_class where oid = 'tidings.messages'::regclass`.execute(database.kysely)
      return rows[0]?.count !== -1
    }
    const start = (removed: number) => {
      const clock = { elapsed: 0, runs: 0 }
      const retention = {
        removesMost: async () => false,
        remove: async () => {
          clock.runs += 1
          return { messages: removed, transactionIds: 0 }
        },
      }
      const monotonic = () => clock.elapsed
      return {
        clock,
        ...createHousekeeping(database, {
          retention,
          now: () => now,
          monotonic,
          isSteady: () => true,
          mayExpire: () => true,
          log: () => {},
        }),
      }
    }
    const first = start(0)
    void first.run()
    await expect.poll(() => first.clock.runs).toBe(1)
    expect(await isVacuumed()).toBe(false)

    const second = start(messages)
    second.clock.elapsed = hours * 60 * 60 * 1000
    void second.run()
    await expect.poll(isVacuumed).toBe(true)
  },
)

test('closing the service ends the removal after its current step', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  await seed(database, 'env', manyEvents(2_000, daysAgo(40)))
  const world = await createWorld({ database }, { environmentId: 'env', retention: { days: 30, isConfirmed: true } })
  await world.feed('anna')
  await world.service.close()

  const client = await connect(address)
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from tidings.messages')
  expect(rows[0]?.count).toBeGreaterThan(0)
  expect(world.log.filter((line) => line.startsWith('Housekeeping failed'))).toEqual([])
})

test.each([0, -1, Number.NaN, Infinity, 100_000, 1e12])('%s days are rejected', async (days) => {
  await expect(createWorld({ database: {} as Database }, { retention: { days } })).rejects.toThrow('retention.days')
})
