import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { encodePayload } from '../../../src/contract/payload.ts'
import { sql } from '../../../src/service/database/kysely.ts'
import { migrations, partitionMessages } from '../../../src/service/database/migrations.ts'
import {
  createService,
  openDatabase,
  type Database,
  type Service,
  type WorkspaceInput,
} from '../../../src/service/index.ts'
import { connect, createDatabase } from '../support/engines.ts'
import { patience } from '../support/process.ts'

/**
 * Data of the service 0.1.0. `0.1.0.tar.br` contains its data folder after the process was killed, so with a lock and
 * without a checkpoint, and `recorded.json`: the rows of its tables, and its responses. `0.1.0.sql` creates its tables.
 */
const release = (extension: string) => new URL(`0.1.0.${extension}`, import.meta.url)

interface Exchange {
  method: string
  path: string
  body?: unknown
  /** The idempotency key. */
  key?: string
  status: number
  /** The body of the response. */
  answer: unknown
}

interface Recorded {
  now: string
  workspace: WorkspaceInput
  /** The rows of each table as JSON. */
  rows: Record<string, Row[]>
  /** Integrations, and the preferences and feeds of each subscriber. */
  reads: Exchange[]
  /** Writes with an idempotency key, in their order. */
  replays: Exchange[]
}

const home = mkdtempSync(join(tmpdir(), 'tidings-migration-'))
let recorded: Recorded
beforeAll(() => {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  const archive = brotliDecompressSync(readFileSync(release('tar.br')), { params })
  execFileSync('tar', ['xf', '-', '-C', home], { input: archive })
  recorded = JSON.parse(readFileSync(join(home, 'recorded.json'), 'utf8')) as Recorded
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const restoreServer = async () => {
  const address = await createDatabase()
  const client = await connect(address)
  await client.query(readFileSync(release('sql'), 'utf8'))
  for (const [table, rows] of Object.entries(recorded.rows))
    await client.query(
      `insert into tidings.${table} select * from json_populate_recordset(null::tidings.${table}, $1)`,
      [JSON.stringify(rows)],
    )
  await client.end()
  return address
}

type Row = Record<string, unknown>

/** The rows of a table in the order of their keys. */
const rowsOf = async (database: Database, table: string) =>
  sorted(
    await database.kysely.transaction().execute(async (trx) => {
      await sql`set local timezone = 'UTC'`.execute(trx)
      const { rows } = await sql<{ row: Row }>`
        select to_jsonb(stored) as row from ${sql.table(`tidings.${table}`)} stored`.execute(trx)
      return rows.map(({ row }) => row)
    }),
  )

const sorted = (rows: Row[] = []) => rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

const keyOf = ({ id, transaction_id: transactionId, key, version }: Row) =>
  String(id ?? transactionId ?? key ?? version)

const send = async (service: Service, { method, path, body, key }: Omit<Exchange, 'status' | 'answer'>) => {
  const response = await service(
    new Request(`http://service.test${path}`, {
      method,
      headers: { authorization: 'ApiKey test-key-1', ...(key && { 'idempotency-key': key }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const { status, headers } = response
  return { status, answer: await response.json(), isReplay: headers.get('idempotency-replay') === 'true' }
}

describe.each([
  ['embedded', async () => join(home, 'folder')],
  ['server', restoreServer],
])('a database of 0.1.0, %s', (_, restore) => {
  let database: Database
  let service: Service
  beforeAll(async () => {
    database = await openDatabase(await restore())
  }, patience)
  afterAll(() => service.close())

  test('has all rows and the tables of this version', async () => {
    for (const table of ['subscribers', 'messages', 'deliveries', 'answers']) {
      const rows = await rowsOf(database, table)
      // Later versions may add columns.
      expect(rows).toMatchObject(sorted(recorded.rows[table]))
      expect(rows.length).toBeGreaterThan(0)
    }
    const versions = await rowsOf(database, 'migrations')
    expect(versions.slice(0, 1)).toEqual(recorded.rows['migrations'])
    expect(versions).toHaveLength(migrations.length)
    await database.check(10_000)
  })

  test('responds as before: subscribers, feeds, counts, marks, preferences and integrations', async () => {
    const { workspace, now } = recorded
    service = await createService({
      database,
      workspace,
      apiKeys: ['test-key-1'],
      now: () => new Date(now),
      log: () => {},
      live: false,
    })
    for (const { status, answer, ...request } of recorded.reads)
      expect({ path: request.path, ...(await send(service, request)) }).toEqual({
        path: request.path,
        status,
        answer,
        isReplay: false,
      })
  })

  test('repeats the response of each idempotency key, and delivers no event again', async () => {
    for (const { status, answer, ...request } of recorded.replays)
      expect({ key: request.key, ...(await send(service, request)) }).toEqual({
        key: request.key,
        status,
        answer,
        isReplay: true,
      })
    const events = [{ name: 'note', to: 'anna', payload: { text: 'again' }, transactionId: 'note-1' }]
    await send(service, { method: 'POST', path: '/v1/events/trigger/bulk', body: { events } })

    expect(await rowsOf(database, 'messages')).toMatchObject(sorted(recorded.rows['messages']))
  })

  test('accepts new events and marks', async () => {
    const events = [{ name: 'note', to: 'anna', payload: { text: 'new' }, transactionId: 'new' }]
    await send(service, { method: 'POST', path: '/v1/events/trigger/bulk', body: { events } })
    const path = '/v1/subscribers/anna/messages/mark-all'
    const unread = recorded.rows['messages']?.filter(
      ({ channel, read, subscriber_key: key }) => channel === 'in_app' && !read && key === idOf('anna'),
    )

    expect(await send(service, { method: 'POST', path, body: { markAs: 'read' } })).toMatchObject({
      status: 201,
      answer: (unread?.length ?? 0) + 1,
    })
  })
})

/** The last version of the tables whose index of payloads was on jsonb. */
const jsonbVersion = 4

/** Creates tables of that version, and inserts the data of 0.1.0 as if all feeds were long. */
const restoreLongFeeds = async (client: Client, partitions: number | undefined) => {
  await client.query(`
    create schema tidings;
    create table tidings.migrations (version integer primary key, applied_at timestamptz not null default now())`)
  for (const [index, step] of migrations.slice(0, jsonbVersion).entries()) {
    await client.query(step)
    if (index === 0 && partitions !== undefined) await client.query(partitionMessages(partitions))
    await client.query('insert into tidings.migrations values ($1)', [index + 1])
  }
  const { subscribers = [], messages = [] } = recorded.rows
  const rows = {
    subscribers: subscribers.map((row) => ({ ...row, payloads_indexed: true })),
    messages: messages.map((row) => ({ ...row, generation: 0, payload_indexed: row['channel'] === 'in_app' })),
  }
  for (const [table, stored] of Object.entries(rows)) {
    const columns = Object.keys(stored[0] ?? {}).join()
    await client.query(
      `insert into tidings.${table} (${columns})
      select ${columns} from json_populate_recordset(null::tidings.${table}, $1)`,
      [JSON.stringify(stored)],
    )
  }
}

test.each([
  ['', undefined],
  [' in 4 partitions', 4],
])('payload filters find the messages%s that an earlier index had', async (_, partitions) => {
  const address = await createDatabase()
  const client = await connect(address)
  onTestFinished(() => client.end())
  await restoreLongFeeds(client, partitions)

  const service = await createService({
    database: await openDatabase(address),
    workspace: recorded.workspace,
    apiKeys: ['test-key-1'],
    log: () => {},
    live: false,
  })
  onTestFinished(() => service.close())
  const feeds = recorded.reads.filter(({ path }) => path.includes('/notifications/feed'))
  const messages = feeds.flatMap(({ path, answer }) =>
    (answer as { data: { _id: string; payload: Row }[] }).data.map((message) => ({ ...message, path })),
  )
  expect(messages.length).toBeGreaterThan(0)
  for (const { path, _id, payload } of messages) {
    const filtered = `${path.split('?')[0]}?limit=100&payload=${encodeURIComponent(encodePayload(payload))}`
    const { answer } = await send(service, { method: 'GET', path: filtered })
    expect((answer as { data: Row[] }).data).toContainEqual(expect.objectContaining({ _id, payload }))
  }
  const { rows } = await client.query(
    `select distinct channel = 'in_app' as in_app, payload_keys is not null as indexed from tidings.messages order by 1`,
  )
  expect(rows).toEqual([
    { in_app: false, indexed: false },
    { in_app: true, indexed: true },
  ])
})

test('a folder of another PostgreSQL is refused with a cure, and remains as it is', async () => {
  const folder = join(home, 'other')
  cpSync(join(home, 'folder'), folder, { recursive: true })
  const version = join(folder, 'database', 'PG_VERSION')
  writeFileSync(version, '16\n')

  await expect(openDatabase(folder)).rejects.toThrow('use the version of tidings-service that did')
  expect(readFileSync(version, 'utf8')).toBe('16\n')
})

const idOf = (subscriberId: string) =>
  recorded.rows['subscribers']?.find((row) => row['subscriber_id'] === subscriberId)?.['id']
