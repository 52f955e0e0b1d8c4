import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { openDatabase } from '../../src/service/index.ts'
import { startPostgres } from '../../test/service/support/postgresServer.ts'
import { pause } from '../processes/clock.ts'
import { createTables, insertRows } from './fillStatements.ts'
import type { Layout } from './layout.ts'
import { createPlanReader, type PlanReader } from './planReader.ts'

/** A filled database. */
export interface Backend {
  /** The address for openDatabase. */
  address: string
  /** How long it took to open the database with the migrations that run on filled tables, in seconds. */
  migration: number
  /**
   * Waits until nothing is written any more, for a minute at most. Returns the time of the last write, or undefined if
   * it is not known.
   */
  settle(): Promise<number | undefined>
  /** Reads the plans of statements. undefined if the database can't report them. */
  plans?: PlanReader
  /** Deletes the database. */
  stop(): Promise<void>
}

/** Prints progress. */
export const progress = (line: string): void => void process.stderr.write(`${line}\n`)

/** A production server with 4 GB. */
const settings = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  fsync: 'on',
  full_page_writes: 'on',
  deadlock_timeout: '1s',
}

/** Starts a PostgreSQL, and fills a database. */
export const startServer = async (layout: Layout): Promise<Backend> => {
  const log = { text: '' }
  const server = await startPostgres({ settings, onLog: (text) => (log.text += text) })
  const address = `${server.address}/postgres`
  const client = new Client({ connectionString: address })
  await client.connect()
  await fill(layout, (statement) => client.query(statement))
  const migration = await migrate(address)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  return {
    address,
    migration,
    settle: () => untilQuiet(client),
    plans: createPlanReader(client, log),
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

/** Fills an embedded database in a folder. */
export const startEmbedded = async (layout: Layout): Promise<Backend> => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const pglite = await PGlite.create(join(folder, 'database'))
  await fill(layout, (statement) => pglite.exec(statement))
  await pglite.close()
  const migration = await migrate(folder)
  // The service has the only connection, so nobody can watch what it writes.
  const settle = () => pause(5_000).then(() => undefined)
  return { address: folder, migration, settle, stop: () => Promise.resolve() }
}

const fill = async (layout: Layout, execute: (statement: string) => Promise<unknown>) => {
  const start = performance.now()
  for (const statement of createTables()) await execute(statement)
  const statements = insertRows(layout)
  for (const [index, statement] of statements.entries()) {
    await execute(statement)
    if (index % 10 === 0) progress(`fill: ${Math.round((index / (statements.length - 1)) * 100)}% …`)
  }
  await execute('set session_replication_role = default')
  await execute('vacuum analyze')
  progress(`fill: ${seconds(start).toFixed(0)} s`)
}

/** Runs the remaining migrations, as a service does that starts on the data of an older version. */
const migrate = async (address: string): Promise<number> => {
  const start = performance.now()
  const database = await openDatabase(address)
  await database.close()
  return seconds(start)
}

const seconds = (start: number) => (performance.now() - start) / 1000

/** Statistics and checkpoints write a little now and then. */
const fewBytes = 32 * 1024

/** Waits until the server has written next to nothing for a second and a half. */
const untilQuiet = async (client: Client): Promise<number> => {
  const position = async () =>
    Number((await client.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)).rows[0]?.bytes)
  const deadline = performance.now() + 60_000
  let [written, lastWrite] = [await position(), performance.now()]
  while (performance.now() < Math.min(deadline, lastWrite + 1_500)) {
    await pause(100)
    const now = await position()
    if (now - written > fewBytes) lastWrite = performance.now()
    written = now
  }
  return lastWrite
}
