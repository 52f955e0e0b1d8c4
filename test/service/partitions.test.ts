import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type OpenDatabaseOptions } from '../../src/service/index.ts'
import { connect, createDatabase } from './support/engines.ts'
import { note } from './support/events.ts'
import { planOf, type Statement, statementsOf } from './support/plans.ts'
import { createWorld } from './support/world.ts'

const open = async (address: string, options: OpenDatabaseOptions = {}) => {
  const database = await openDatabase(address, options)
  onTestFinished(() => database.close())
  return database
}

const openClient = async (address: string) => {
  const client = await connect(address)
  onTestFinished(() => client.end())
  return client
}

/** The partitions that a statement scans or changes. */
const partitionsOf = async (client: Client, statement: Statement): Promise<Set<string>> => {
  const touched = (await planOf(client, statement)).filter((node) => node['Actual Loops'] !== 0)
  // An update also names the whole table.
  return new Set(touched.flatMap((node) => node['Relation Name'] ?? []).filter((name) => name.startsWith('messages_')))
}

test.each(['interface', 'production'] as const)(
  'each query of the feed, the counts and the marks reads one of 32 partitions, behavior %s',
  async (behavior) => {
    const address = await createDatabase()
    const world = await createWorld(
      { database: await open(address, { partitions: 32 }) },
      { behavior, envelope: 'none' },
    )
    const readers = Array.from({ length: 40 }, (_, index) => `reader-${index}`)
    await world.trigger(...['a', 'b', 'c'].map((text) => note(text, readers)))
    const client = await openClient(address)
    const { rows } = await client.query<{ reader: string; name: string }>(
      `select distinct subscriber_id as reader, messages.tableoid::regclass::text as name
       from tidings.messages join tidings.subscribers on subscribers.id = subscriber_key`,
    )
    const home = new Map(rows.map(({ reader, name }) => [reader, name.replace('tidings.', '')]))
    // One partition each, and together nearly all.
    expect([rows.length, new Set(home.values()).size > 16]).toEqual([readers.length, true])

    for (const reader of readers.slice(0, 4)) {
      const payload = Buffer.from(JSON.stringify({ text: 'a' })).toString('base64')
      const mark = (path: string, body: object) =>
        world.call('POST', `/v1/subscribers/${reader}/messages/${path}`, body)
      const statements = await statementsOf(async () => {
        const queries = ['', '?limit=2&page=1', '?read=false', '?read=true', '?seen=false', '?read=false&seen=true']
        for (const query of [...queries, '?limit=1&seen=false', `?payload=${payload}`]) await world.feed(reader, query)
        const ids = (await world.feed(reader)).data.map(({ _id }) => _id)
        for (const messageId of [ids, ids[0]])
          for (const markAs of ['read', 'unread', 'seen', 'unseen'])
            expect((await mark('mark-as', { messageId, markAs })).status).toBe(201)
        for (const body of [{ markAs: 'read' }, { markAs: 'unread', feedIdentifier: 'activity' }, { markAs: 'unseen' }])
          expect((await mark('mark-all', body)).status).toBe(201)
      })

      // Without the counts, which are stored with the subscriber.
      expect(statements.length).toBeGreaterThan(15)
      for (const statement of statements)
        expect({ ...statement, partitions: [...(await partitionsOf(client, statement))] }).toEqual({
          ...statement,
          partitions: [home.get(reader)],
        })
    }
  },
)

test('each unique key of partitioned messages contains the subscriber, and other databases have no partitions', async () => {
  const partitioned = await createDatabase()
  await open(partitioned, { partitions: 32 })
  const shape = async (address: string) =>
    (
      await (
        await openClient(address)
      ).query(
        `select indexrelid::regclass::text as index, array_agg(attname::text order by attnum) as columns,
           indisunique as unique, (select count(*)::int from pg_inherits where inhparent = indrelid) as partitions
         from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
         where indrelid = 'tidings.messages'::regclass group by indexrelid, indisunique, indrelid order by index`,
      )
    ).rows as { index: string; columns: string[]; unique: boolean; partitions: number }[]

  const indexes = await shape(partitioned)
  for (const { columns, unique, partitions } of indexes) {
    expect(partitions).toBe(32)
    if (unique) expect(columns).toContain('subscriber_key')
  }
  const single = await createDatabase()
  await open(single)
  const others = await shape(single)
  expect(others.map(({ index, partitions }) => [index, partitions])).toEqual(indexes.map(({ index }) => [index, 0]))
})

test('the number is fixed: another one is an error, none uses what is there', async () => {
  const [single, partitioned] = [await createDatabase(), await createDatabase()]
  await (await open(single)).close()
  await (await open(partitioned, { partitions: 4 })).close()

  await expect(open(single, { partitions: 32 })).rejects.toThrow(/have no partitions, not 32\. .*omit it, or copy/)
  await expect(open(partitioned, { partitions: 32 })).rejects.toThrow(/have 4 partitions, not 32/)
  const reopened = await open(partitioned, { partitions: 4 })
  const world = await createWorld({ database: reopened })
  await world.trigger(note('a'))
  const without = await createWorld({ database: await open(partitioned) }, { environmentId: world.environmentId })
  expect((await without.feed('anna')).totalCount).toBe(1)
})

test.each([0, 1, 2.5, 257, Number.NaN])('%j partitions are an error', async (partitions) => {
  await expect(open('postgres://127.0.0.1:1/none', { partitions })).rejects.toThrow('must be an integer from 2 to 256')
})

test('the embedded database refuses partitions', async () => {
  await expect(open('memory', { partitions: 32 })).rejects.toThrow('Partitions require a PostgreSQL server')
})

test('the statements in the docs copy a database without partitions into one with them', async () => {
  const address = await createDatabase()
  const database = await open(address)
  const world = await createWorld({ database })
  await world.trigger(note('a'), note('b', 'ben'), note('once', 'anna', { transactionId: 't' }))
  const before = [await world.feed('anna'), await world.feed('ben')]
  await world.service.close()
  const section = readFileSync('docs/operations.md', 'utf8').split('## Partitions')[1] ?? ''
  const blocks = section.split('```sql\n').slice(1)
  const [rename, copy] = blocks.map((block) => block.split('```')[0] ?? '')
  const client = await openClient(address)

  await client.query(rename ?? '')
  await (await open(address, { partitions: 32 })).close()
  await client.query(copy ?? '')

  const after = await createWorld({ database: await open(address) }, { environmentId: world.environmentId })
  expect([await after.feed('anna'), await after.feed('ben')]).toEqual(before)
  await after.trigger(note('once', 'anna', { transactionId: 't' }))
  expect((await after.feed('anna')).totalCount).toBe(2)
  expect((await client.query("select from pg_inherits where inhparent = 'tidings.messages'::regclass")).rowCount).toBe(
    32,
  )
  expect((await client.query("select to_regnamespace('tidings_old') as old")).rows).toEqual([{ old: null }])
})
