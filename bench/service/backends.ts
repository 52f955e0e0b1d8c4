import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { openDatabase } from '../../src/service/index.ts'
import { startPostgres } from '../../test/service/support/postgresServer.ts'
import { pause } from '../processes/clock.ts'
import { insertRows } from './fillStatements.ts'
import type { Layout } from './layout.ts'
import { createPlanReader, type PlanReader } from './planReader.ts'

/** A filled database. */
export interface Backend {
  /** The address for openDatabase. */
  address: string
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
  await createTables(address)
  await fill(layout, (statement) => client.query(statement))
  await client.query('checkpoint')
  return {
    address,
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
  await createTables(folder)
  const pglite = await PGlite.create(join(folder, 'database'))
  await fill(layout, (statement) => pglite.exec(statement))
  await pglite.close()
  // The service has the only connection, so nobody can watch what it writes.
  const settle = () => pause(5_000).then(() => undefined)
  return { address: folder, settle, stop: () => Promise.resolve() }
}

const createTables = async (address: string) => {
  const database = await openDatabase(address)
  await database.close()
}

const fill = async (layout: Layout, execute: (statement: string) => Promise<unknown>) => {
  const start = performance.now()
  const statements = insertRows(layout)
  for (const [index, statement] of statements.entries()) {
    await execute(statement)
    if (index % 10 === 0) progress(`fill: ${Math.round((index / (statements.length - 1)) * 100)}% …`)
  }
  progress(`fill: ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

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
