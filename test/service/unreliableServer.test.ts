import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase, untilWaiting } from './support/engines.ts'
import { note } from './support/events.ts'
import { startNetwork, startPgBouncer } from './support/liveServers.ts'
import { startPostgres } from './support/postgresServer.ts'
import { createWorld } from './support/world.ts'

/** A world on a PostgreSQL server, whose transactions end within two seconds. */
const openWorld = async (address: string) => {
  const database = await openDatabase(address, { log: () => {}, deadline: 2000, poolSize: 4 })
  onTestFinished(() => database.close())
  const world = await createWorld({ database })
  const markAll = async (subscriberId = 'anna') =>
    (await world.call('POST', `/v1/subscribers/${subscriberId}/messages/mark-all`, { markAs: 'read' })).status
  return { ...world, markAll }
}

/** Locks all subscribers until `release`. */
const lockSubscribers = async (address: string) => {
  const client = await connect(address)
  onTestFinished(() => client.end())
  await client.query('begin; select from tidings.subscribers for update')
  return { client, release: () => client.query('rollback') }
}

const times = <Result>(count: number, run: () => Promise<Result>) => Promise.all(Array.from({ length: count }, run))

test('connections that a network drops silently: one request fails, the next ones use new connections', async () => {
  const network = await startNetwork(await createDatabase())
  const world = await openWorld(network.address)
  // Opens every connection of the pool.
  expect(await times(4, world.markAll)).toEqual([201, 201, 201, 201])

  network.drop()

  expect(await world.markAll()).toBe(503)
  expect([await world.markAll(), await world.markAll(), await world.markAll()]).toEqual([201, 201, 201])
  expect(world.log.join()).toContain('PostgreSQL did not respond within 2000 ms.')
})

test('all connections are dropped while they are used: each request fails, and those that wait for a connection too', async () => {
  const address = await createDatabase()
  const network = await startNetwork(address)
  const world = await openWorld(network.address)
  const { client, release } = await lockSubscribers(address)
  const requests = times(8, world.markAll)
  await untilWaiting(client, 4)

  network.drop()
  // The server's side of the connections takes the locks now. No one reads its responses.
  await release()

  expect(await requests).toEqual(Array(8).fill(503))
  // The server ends the transactions that nobody continues, and their locks with them.
  await expect.poll(world.markAll, { timeout: 10_000 }).toBe(201)
})

test('a statement that is too slow is canceled, and its connection remains', async () => {
  const address = await createDatabase()
  const world = await openWorld(address)
  const { client, release } = await lockSubscribers(address)
  const pids = async () =>
    (
      await client.query(
        "select pid from pg_stat_activity where application_name = 'tidings' and datname = current_database() order by pid",
      )
    ).rows
  const before = await pids()

  expect(await world.markAll()).toBe(503)

  await untilWaiting(client, 0)
  expect(await pids()).toEqual(before)
  await release()
  expect(await world.markAll()).toBe(201)
})

test(
  'a slow network: a request of several statements ends within its deadline, and later ones succeed',
  { tags: 'slow' },
  async () => {
    const network = await startNetwork(await createDatabase())
    const world = await openWorld(network.address)
    const events = Array.from({ length: 50 }, (_, index) => note('a', { subscriberId: `s${index}`, firstName: 'A' }))
    network.delay(300)

    expect((await world.call('POST', '/v1/events/trigger/bulk', { events })).status).toBe(503)
    network.delay(0)

    expect((await world.call('POST', '/v1/events/trigger/bulk', { events })).status).toBe(201)
    expect((await world.feed('s0')).totalCount).toBe(1)
  },
)

test('a server that restarts: requests fail at once, and succeed after it', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const world = await openWorld(`${server.address}/postgres`)
  expect(await times(4, world.markAll)).toEqual([201, 201, 201, 201])

  await server.crash()
  expect(await times(4, world.markAll)).toEqual([503, 503, 503, 503])
  await server.start()

  expect(await times(4, world.markAll)).toEqual([201, 201, 201, 201])
})

test('behind PgBouncer in transaction mode: requests share its connections, and have the same deadline', async () => {
  const address = await createDatabase()
  const pooled = await startPgBouncer(address, 'transaction')
  const worlds = await times(3, () => openWorld(pooled))
  const [world] = worlds
  if (!world) throw new Error('no world')
  await world.trigger(note('a', 'anna'), note('b', { subscriberId: 'ben', firstName: 'Ben' }))
  for (const round of [1, 2]) {
    const statuses = await Promise.all(worlds.flatMap((each) => Array.from({ length: 4 }, () => each.markAll())))
    expect({ round, statuses }).toEqual({ round, statuses: Array(12).fill(201) })
  }
  expect((await world.feed('anna', '?read=true')).totalCount).toBe(1)

  const { release } = await lockSubscribers(address)
  expect(await world.markAll()).toBe(503)
  await release()
  expect(await world.markAll()).toBe(201)
  // Other users of the pooler's connections have no limit of the service.
  const client = await connect(pooled)
  onTestFinished(() => client.end())
  expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
})
