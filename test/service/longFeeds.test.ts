import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { encodePayload } from '../../src/contract/payload.ts'
import type { Database } from '../../src/service/database/connect.ts'
import { openDatabase, seedHistory } from '../../src/service/index.ts'
import { connect, createDatabase, onEachEngine, untilWaiting } from './support/engines.ts'
import { planOf, statementsOf } from './support/plans.ts'
import { workspace } from './support/workspace.ts'
import { createWorld, type World } from './support/world.ts'

/** Enough messages for an index of payloads. */
const long = 2_400

const kinds = ['comment', 'like', 'invoice']
const epoch = Date.parse('2026-02-01T00:00:00.000Z')

const payloadOf = ({ kind, post }: { kind: string; post: number }) => ({
  kind,
  post: { id: post, empty: {} },
  text: 'a',
  items: [kind, { id: post }],
  places: { 0: kind },
})

/** An inbox with many messages, every third read and every fourth seen only. */
const fill = async (database: Database, environmentId: string, subscriberId: string) => {
  const flags = (index: number) => ({ read: index % 3 === 0, seen: index % 3 === 0 || index % 4 === 0 })
  const history = Array.from({ length: long }, (_, index) => ({
    event: {
      name: index % 2 === 0 ? 'comment-added' : 'note',
      to: subscriberId,
      payload: payloadOf({ kind: kinds[index % 3] ?? '', post: index % 50 }),
    },
    createdAt: new Date(epoch + index * 60_000),
    ...flags(index),
  }))
  await seedHistory({ database, workspace: workspace(environmentId), history })
}

const readAll = async (world: World, subscriberId: string, query = '') => {
  const all: Awaited<ReturnType<World['feed']>>['data'] = []
  for (let page = 0; ; page++) {
    const part = await world.feed(subscriberId, `?limit=100&page=${page}${query}`)
    all.push(...part.data)
    if (!part.hasMore) return all
  }
}

const encode = (payload: Record<string, unknown>) => encodeURIComponent(encodePayload(payload))

const markAll = async (world: World, body: object) =>
  (await world.call('POST', '/v1/subscribers/anna/messages/mark-all', body)).body

/** The numbers of all, unread and unseen messages. */
const totals = (world: World) =>
  Promise.all(
    ['', '&read=false', '&seen=false'].map(async (query) => (await world.feed('anna', `?limit=1${query}`)).totalCount),
  )

onEachEngine((engine) => {
  test('a mark-all changes every message of a long feed, and the counts with them', async () => {
    const environmentId = randomUUID()
    await fill(engine.database, environmentId, 'anna')
    const world = await createWorld(engine, { environmentId })
    expect(await totals(world)).toEqual([2_400, 1_600, 1_200])

    expect(await markAll(world, { markAs: 'read', feedIdentifier: 'activity' })).toBe(800)
    expect(await totals(world)).toEqual([2_400, 800, 800])
    expect(await markAll(world, { markAs: 'read' })).toBe(800)
    expect(await totals(world)).toEqual([2_400, 0, 0])
    expect(await markAll(world, { markAs: 'read' })).toBe(0)
    const changed = await markAll(world, { markAs: 'unread', returnIds: true })
    expect(await totals(world)).toEqual([2_400, 2_400, 0])

    const rows = await readAll(world, 'anna', '&read=false&seen=true')
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(long)
    expect(rows.every(({ read, seen }) => !read && seen)).toBe(true)
    const newest = rows.slice(0, 1_000).map(({ _id }) => _id)
    expect(changed).toEqual({ count: 2_400, ids: newest, readIds: newest, seenIds: newest })
    const likes = `&payload=${encode({ kind: 'like' })}`
    expect(await readAll(world, 'anna', `${likes}&read=false`)).toHaveLength(800)
    expect(await readAll(world, 'anna', `${likes}&read=true`)).toHaveLength(0)
  })
})

test('a message that another process stores during a mark-all stays unread, and no other feed waits', async () => {
  const [address, environmentId] = [await createDatabase(), randomUUID()]
  const [{ world, database }, { world: other }] = [
    await openWorld(address, environmentId),
    await openWorld(address, environmentId),
  ]
  await fill(database, environmentId, 'anna')
  const before = await totals(other)
  const client = await openClient(address)
  await client.query('begin')
  await client.query('select from tidings.messages where not read order by id limit 1 for update')

  const marking = markAll(world, { markAs: 'read' })
  await untilWaiting(client, 1)
  const arriving = other.trigger({ name: 'note', to: 'anna', payload: { text: 'new' } })
  await untilWaiting(client, 2)
  expect(await totals(other)).toEqual(before)
  await other.trigger({ name: 'note', to: 'ben', payload: { text: 'new' } })
  expect((await other.feed('ben')).totalCount).toBe(1)
  await client.query('rollback')

  expect(await marking).toBe(before[1])
  await arriving
  for (const each of [world, other]) expect(await totals(each)).toEqual([long + 1, 1, 1])
  expect((await other.feed('anna', '?read=false')).data).toMatchObject([{ content: 'new' }])
})

const openWorld = async (address: string, environmentId: string) => {
  const database = await openDatabase(address)
  onTestFinished(() => database.close())
  return { database, world: await createWorld({ database }, { environmentId }) }
}

const openClient = async (address: string) => {
  const client = await connect(address)
  onTestFinished(() => client.end())
  return client
}

/** The indexes through which the database finds the notifications of a payload filter, and reads those of the page. */
const indexesOf = async (
  client: Client,
  world: World,
  subscriberId: string,
  payload: Record<string, unknown>,
  flags = '',
) => {
  const statements = await statementsOf(() => world.feed(subscriberId, `?payload=${encode(payload)}${flags}`))
  expect(statements).toHaveLength(1)
  // Reading all of a table this small costs about as much as the index, whose cost depends on when it was last vacuumed.
  await client.query('set enable_seqscan = off')
  const plans = await Promise.all(statements.map((statement) => planOf(client, statement)))
  return [...new Set(plans.flat().flatMap((node) => node['Index Name'] ?? []))].toSorted()
}

/** Whether the database finds them through the index of payloads. */
const usesIndex = async (...filter: Parameters<typeof indexesOf>) =>
  (await indexesOf(...filter)).includes('messages_payload')

/** An object with so many objects inside each other. */
const nested = (levels: number): Record<string, unknown> => ({ deep: levels === 1 ? 'end' : nested(levels - 1) })

test('a payload filter finds the same in a short and in a long feed, which has an index', async () => {
  const address = await createDatabase()
  const { database, world } = await openWorld(address, randomUUID())
  const client = await openClient(address)
  await fill(database, world.environmentId, 'anna')
  const event = (text: string, payload: object) => ({
    name: 'note',
    to: ['anna', 'ben'],
    payload: { text, ...payload },
  })
  await world.trigger(
    event('list', { items: ['x', 'y'] }),
    event('object', { items: { 0: 'x', '-1': 'y', '+1': 'y', '00': 'x', ' 0': 'x' } }),
    event('list of lists', { items: [{ 0: 'x' }, ['x', 'y']] }),
    event('scalars', { number: 1, text1: '1', yes: true, nothing: null, large: 1e21, list: [], object: {} }),
    event('objects', { number: { a: 1, b: 2 }, object: { a: {} }, list: {}, nothing: {} }),
    event('deep', nested(90)),
  )
  await client.query('analyze')
  const found = async (subscriberId: string, payload: Record<string, unknown>) =>
    (await world.feed(subscriberId, `?payload=${encode(payload)}`)).data.map(({ content }) => content)

  const checkFilters = async () => {
    for (const [payload, contents] of [
      [{ items: { 0: 'x' } }, ['object', 'list']],
      [{ items: { '-1': 'y' } }, ['object', 'list']],
      [{ items: { '+1': 'y' } }, ['object', 'list']],
      [{ items: { '00': 'x' } }, ['object', 'list']],
      [{ items: { ' 0': 'x' } }, ['object', 'list']],
      [{ items: { 1: { 1: 'y' } } }, ['list of lists']],
      [{ items: { 0: { 0: 'x' } } }, ['list of lists']],
      [{ items: ['x', 'y'] }, ['list']],
      [{ items: ['x'] }, []],
      [{ items: ['y', 'x'] }, []],
      [{ items: [{ 0: 'x' }, ['x', 'y']], text: 'list of lists' }, ['list of lists']],
      [{ text: 'list', items: { 0: 'x' } }, ['list']],
      [{ items: { 0: {} } }, []],
      [JSON.parse('{"__proto__": {"a": 1}}') as object, []],
      [{ number: 1 }, ['scalars']],
      [{ number: '1' }, []],
      [{ text1: 1 }, []],
      [{ yes: true, large: 1e21 }, ['scalars']],
      [{ yes: 'true' }, []],
      [{ nothing: null }, ['scalars']],
      [{ missing: null }, []],
      [{ list: [] }, ['scalars']],
      [{ list: {} }, ['objects']],
      [{ object: {} }, ['scalars']],
      [{ object: { a: {} } }, ['objects']],
      [{ number: { b: 2 } }, ['objects']],
      [{ number: { b: 2, a: 1 } }, ['objects']],
      [{ b: 2 }, []],
      [nested(90), ['deep']],
      [nested(89), []],
    ] as [Record<string, unknown>, string[]][])
      expect({ payload, short: await found('ben', payload), long: await found('anna', payload) }).toEqual({
        payload,
        short: contents,
        long: contents,
      })
  }
  await checkFilters()
  // As if all values had the same hashes.
  await client.query(`
    update tidings.messages set payload_keys = keys
    from (select array_agg(distinct key) as keys from tidings.messages, unnest(payload_keys) as key) as all_keys
    where payload_keys is not null and content <> 'a'`)
  await checkFilters()
})

test('a payload filter never reads the index of the whole feed, however many notifications match', async () => {
  const address = await createDatabase()
  const { database, world } = await openWorld(address, randomUUID())
  const client = await openClient(address)
  await fill(database, world.environmentId, 'anna')
  // In a table with long feeds of others only few rows are hers.
  await fill(database, world.environmentId, 'clara')
  await fill(database, world.environmentId, 'dora')
  await world.trigger({ name: 'note', to: ['anna', 'ben'], payload: { text: 'list', items: ['x'] } })
  await client.query('analyze')

  for (const payload of [{ kind: 'like' }, { kind: 'like', post: { id: 7 } }]) {
    expect(await indexesOf(client, world, 'anna', payload)).toEqual(['messages_payload', 'messages_pkey'])
    expect(await indexesOf(client, world, 'anna', payload, '&read=true')).toEqual(['messages_payload', 'messages_pkey'])
    for (const flags of ['&read=false', '&seen=false'])
      expect(await indexesOf(client, world, 'anna', payload, flags)).not.toContain('messages_feed')
  }
  expect(await usesIndex(client, world, 'anna', { text: 'list' })).toBe(true)
  expect(await usesIndex(client, world, 'anna', { text: 'list', items: { 0: 'x' } })).toBe(true)
  expect(await usesIndex(client, world, 'anna', { items: { 0: 'x' } })).toBe(false)
  expect(await usesIndex(client, world, 'ben', { text: 'list' })).toBe(false)
})

const readers = Array.from({ length: 8 }, (_, index) => `reader-${index}`)

/** The same messages for each of the readers. */
const fillMany = async (database: Database, environmentId: string, count: number) => {
  const history = Array.from({ length: count }, (_, index) => ({
    event: { name: 'note', to: readers, payload: { text: String(index) } },
    createdAt: new Date(epoch + index),
  }))
  await seedHistory({ database, workspace: workspace(environmentId), history })
}

test(
  'a call that makes many feeds long indexes a few of them, and later messages index the others',
  { tags: 'slow', timeout: 60_000 },
  async () => {
    const address = await createDatabase()
    const { database, world } = await openWorld(address, randomUUID())
    const client = await openClient(address)
    await fillMany(database, world.environmentId, 999)
    const indexed = async () => {
      const used: boolean[] = []
      for (const reader of readers) {
        const payload = { text: '7' }
        expect((await world.feed(reader, `?payload=${encode(payload)}`)).totalCount).toBe(1)
        used.push(await usesIndex(client, world, reader, payload))
      }
      return used
    }
    const announce = async (to: string[]) => {
      await world.trigger({ name: 'every-channel', to, payload: { text: 'all' } })
      await client.query('analyze')
      return (await indexed()).filter(Boolean).length
    }

    expect(await announce(readers.slice(0, 1))).toBe(1)
    expect(await announce(readers)).toBe(6)
    expect(await announce(readers)).toBe(readers.length)
    // Filters read in-app messages only.
    const { rows } = await client.query('select distinct channel from tidings.messages where payload_keys is not null')
    expect(rows).toEqual([{ channel: 'in_app' }])
  },
)
