import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { behaviorRules, behaviors, type Behavior } from '../../src/contract/behavior.ts'
import { markVerbs } from '../../src/contract/inbox/constants.ts'
import type { MarkVerb } from '../../src/contract/marks.ts'
import { decodePayload, encodePayload, matchesPayload } from '../../src/contract/payload.ts'
import type { Database } from '../../src/service/database/connect.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { openDatabase, seedHistory } from '../../src/service/index.ts'
import { createRetention } from '../../src/service/retention.ts'
import { seededRandom } from '../setup/seededRandom.ts'
import { connect, createDatabase, onEachEngine } from './support/engines.ts'
import { planOf, statementsOf } from './support/plans.ts'
import { workspace } from './support/workspace.ts'
import { createWorld, type World } from './support/world.ts'

/** More than a mark-all writes at once. */
const long = 2_400

const kinds = ['comment', 'like', 'invoice']
const epoch = Date.parse('2026-02-01T00:00:00.000Z')

/** A message, computed without a database. */
interface Expected {
  id: string
  kind: string
  post: number
  feed: 'activity' | null
  read: boolean
  seen: boolean
  updatedAt: string
  lastReadDate: string | undefined
  lastSeenDate: string | undefined
}

const payloadOf = ({ kind, post }: Pick<Expected, 'kind' | 'post'>) => ({
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

const payloads = [
  { kind: 'like' },
  { post: { id: 7 } },
  { post: { id: 3, empty: {} }, kind: 'comment' },
  { post: { empty: {} } },
  { kind: 'x' },
  { items: { 0: 'like' } },
  { items: { 1: { id: 7 } }, kind: 'comment' },
  { places: { 0: 'invoice' }, post: { id: 4 } },
]

const queries = [
  '',
  '&read=false',
  '&read=true',
  '&seen=false',
  '&seen=true',
  '&read=false&seen=true',
  ...payloads.flatMap((payload) => [`&payload=${encode(payload)}`, `&payload=${encode(payload)}&read=false`]),
]

const matches = (query: string) => {
  const params = new URLSearchParams(query)
  const flag = (name: string) => (params.has(name) ? params.get(name) === 'true' : undefined)
  const payload = decodePayload(params.get('payload') ?? '') ?? {}
  return (message: Expected) =>
    message.read === (flag('read') ?? message.read) &&
    message.seen === (flag('seen') ?? message.seen) &&
    matchesPayload(payloadOf(message), payload)
}

const shown = ({ id, read, seen, updatedAt }: Expected) => ({ _id: id, read, seen, updatedAt })

/** Compares every list and every total of the service with what they must be. */
const check = async (world: World, subscriberId: string, model: readonly Expected[], random: () => number) => {
  for (const query of queries) {
    const found = model.filter(matches(query))
    const page = Math.floor(random() * (found.length / 20 + 2))
    const answer = await world.feed(subscriberId, `?limit=20&page=${page}${query}`)
    expect({ query, page, total: answer.totalCount, hasMore: answer.hasMore, data: answer.data }).toMatchObject({
      query,
      page,
      total: found.length,
      hasMore: (page + 1) * 20 < found.length,
      data: found.slice(page * 20, page * 20 + 20).map(shown),
    })
  }
}

/** What a mark returns of a message. */
const marked = ({ id, read, seen, lastReadDate, lastSeenDate }: Expected) => ({
  _id: id,
  read,
  seen,
  lastReadDate,
  lastSeenDate,
})

const behaviorOf = (behavior: Behavior) => behaviorRules[behavior].flagChanges

const change = (
  model: Expected[],
  flags: { read?: boolean; seen?: boolean },
  updatedAt: string,
  isMarked: (message: Expected) => boolean,
) => {
  let changes = 0
  for (const message of model) {
    const { read = message.read, seen = message.seen } = flags
    if (!isMarked(message) || (read === message.read && seen === message.seen)) continue
    if (read && !message.read) message.lastReadDate = updatedAt
    if (seen && !message.seen) message.lastSeenDate = updatedAt
    Object.assign(message, { read, seen, updatedAt })
    changes++
  }
  return changes
}

onEachEngine((engine) => {
  test.each(behaviors)(
    'a long feed has the right lists, totals and flags while mark-alls are written into it, behavior %s',
    async (behavior) => {
      const environmentId = randomUUID()
      const random = seededRandom()
      const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
      await fill(engine.database, environmentId, 'anna')
      const world = await createWorld(engine, {
        environmentId,
        behavior,
        envelope: 'none',
      })
      // True totals: production's are clamped to a page.
      const reader = await createWorld(engine, { environmentId })
      const model = (await readAll(reader, 'anna')).map<Expected>(
        ({ _id, read, seen, payload, _feedId, createdAt, updatedAt }) => ({
          id: _id,
          read,
          seen,
          updatedAt: updatedAt ?? '',
          lastReadDate: read ? String(createdAt) : undefined,
          lastSeenDate: seen ? String(createdAt) : undefined,
          kind: String(payload?.['kind']),
          post: (payload as { post: { id: number } }).post.id,
          feed: _feedId === 'activity' ? 'activity' : null,
        }),
      )
      expect(model).toHaveLength(long)

      const steps: (() => Promise<void>)[] = [
        async () => {
          const markAs = choose(markVerbs)
          const { body } = await world.call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs })
          expect(body).toBe(change(model, behaviorOf(behavior)[markAs], world.clock.now.toISOString(), () => true))
        },
        async () => {
          const markAs = choose(markVerbs)
          const mark = { markAs, feedIdentifier: 'activity' }
          const { body } = await world.call('POST', '/v1/subscribers/anna/messages/mark-all', mark)
          expect(body).toBe(
            change(
              model,
              behaviorOf(behavior)[markAs],
              world.clock.now.toISOString(),
              ({ feed }) => feed === 'activity',
            ),
          )
        },
        async () => {
          const markAs: MarkVerb = choose(markVerbs)
          const ids = [choose(model).id, choose(model).id, choose(model).id]
          const messages = await world.mark('anna', ids, markAs)
          change(model, behaviorOf(behavior)[markAs], world.clock.now.toISOString(), ({ id }) => ids.includes(id))
          expect(
            messages.map(({ _id, read, seen, lastReadDate, lastSeenDate }) => ({
              _id,
              read,
              seen,
              lastReadDate,
              lastSeenDate,
            })),
          ).toEqual([...new Set(ids)].map((id) => marked(model.find((message) => message.id === id) as Expected)))
        },
        async () => {
          const created = { kind: choose(kinds), post: Math.floor(random() * 50) }
          await world.trigger({ name: 'note', to: ['anna', 'ben'], payload: payloadOf(created) })
          const { data } = await reader.feed('anna', '?limit=1')
          const [newest] = data
          model.unshift({
            ...created,
            id: String(newest?._id),
            feed: null,
            read: false,
            seen: false,
            updatedAt: world.clock.now.toISOString(),
            lastReadDate: undefined,
            lastSeenDate: undefined,
          })
        },
      ]
      for (let round = 0; round < 24; round++) {
        world.clock.advance(1000)
        await (round % 4 === 0 ? steps[0] : choose(steps))?.()
        if (round % 3 === 0) await check(reader, 'anna', model, random)
      }
      // Faster than the service writes them.
      for (let round = 0; round < 24; round++) {
        world.clock.advance(1000)
        await (round % 2 === 0 ? steps[0] : choose(steps.slice(2)))?.()
      }
      await check(reader, 'anna', model, random)
      expect(await readAll(reader, 'anna')).toMatchObject(model.map(shown))
    },
    60_000,
  )
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

test('a call that makes many feeds long indexes a few of them, and later messages index the others', async () => {
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
}, 60_000)

/** The numbers of messages that lack a pending mark-all, and of those that have none yet. */
const unwritten = async ({ kysely }: Database) => {
  const { rows } = await sql<{ lacking: number; untouched: number }>`
    select count(*) filter (where mark_alls <> '[]')::integer as lacking,
      count(*) filter (where messages.generation = 0)::integer as untouched
    from tidings.messages join tidings.subscribers on subscribers.id = subscriber_key
    where messages.generation < subscribers.generation and not read`.execute(kysely)
  return rows[0]
}

const totals = async (world: World) =>
  Promise.all(
    ['', '&read=false', '&seen=false'].map(async (query) => (await world.feed('anna', `?limit=1${query}`)).totalCount),
  )

test('mark-alls that their service did not finish hold, survive the retention, and are finished by the next service', async () => {
  const [address, environmentId] = [await createDatabase(), randomUUID()]
  const first = await openWorld(address, environmentId)
  await fill(first.database, environmentId, 'anna')
  const unread = (await first.world.feed('anna', '?read=false')).totalCount
  const mark = async (markAs: MarkVerb) =>
    (await first.world.call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs })).body
  expect([await mark('read'), await mark('unread')]).toEqual([unread, long])
  await first.world.service.close()

  const { database } = await openWorld(address, randomUUID())
  expect((await unwritten(database))?.lacking).toBeGreaterThan(0)
  const remove = createRetention({ database, environmentId, days: 1, publish: () => {}, pause: async () => {} })
  const { messages } = await remove(new Date(epoch + (24 * 60 + 100) * 60_000), new AbortController().signal)
  expect(messages).toBe(100)
  expect((await unwritten(database))?.lacking).toBeGreaterThan(0)

  const { world } = await openWorld(address, environmentId)
  expect(await totals(world)).toEqual([long - 100, long - 100, 0])
  await expect.poll(async () => (await unwritten(database))?.lacking, { timeout: 20_000 }).toBe(0)
  expect(await totals(world)).toEqual([long - 100, long - 100, 0])
  expect((await readAll(world, 'anna')).every(({ read, seen }) => !read && seen)).toBe(true)
})

test('mark-alls that follow a pending one are not written in their requests, and a repeated one writes nothing', async () => {
  const [address, environmentId] = [await createDatabase(), randomUUID()]
  const first = await openWorld(address, environmentId)
  await fill(first.database, environmentId, 'anna')
  const counts = async ({ call, service }: World, ...marks: string[]) => {
    const changed: unknown[] = []
    for (const markAs of marks)
      changed.push((await call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs })).body)
    await service.close()
    return changed
  }
  expect(await counts(first.world, 'read')).toEqual([(long * 2) / 3])

  const second = await openWorld(address, environmentId)
  expect(await counts(second.world, 'read', 'unread', 'unread', 'seen')).toEqual([0, long, 0, 0])
  const { database, world } = await openWorld(address, environmentId)
  expect((await unwritten(database))?.untouched).toBeGreaterThan(0)

  expect(await totals(world)).toEqual([long, long, 0])
  await expect.poll(async () => (await unwritten(database))?.lacking, { timeout: 20_000 }).toBe(0)
  expect(await totals(world)).toEqual([long, long, 0])
  expect((await readAll(world, 'anna')).every(({ read, seen }) => !read && seen)).toBe(true)
})

test('the mark-alls of many readers are written one after another, through one connection', async () => {
  const [address, environmentId] = [await createDatabase(), randomUUID()]
  const { database } = await openWorld(address, environmentId)
  await fillMany(database, environmentId, 1_001)
  const { database: used, world } = await openWorld(address, environmentId)

  for (const reader of readers)
    expect((await world.call('POST', `/v1/subscribers/${reader}/messages/mark-all`, { markAs: 'seen' })).body).toBe(
      1_001,
    )
  await expect.poll(async () => (await unwritten(database))?.lacking, { timeout: 30_000 }).toBe(0)

  // One of them for the requests.
  expect(used.connections().total).toBe(2)
}, 60_000)
