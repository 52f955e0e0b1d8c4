import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { openDatabase } from '../../src/service/index.ts'
import { startPostgres } from '../../test/service/support/postgresServer.ts'
import { insertRows } from './fillStatements.ts'
import type { Layout } from './layout.ts'
import { createPlanReader, type PlanReader } from './planReader.ts'

/** A filled database. */
export interface Backend {
  /** The address for openDatabase. */
  address: string
  /** Reads the plans of statements. undefined if the database can't report them. */
  plans?: PlanReader
  /** Executes statements. No service uses the database meanwhile. */
  execute(statements: readonly string[]): Promise<void>
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
  const server = await startPostgres({ settings, isOnDisk: true, onLog: (text) => (log.text += text) })
  const address = `${server.address}/postgres`
  const client = new Client({ connectionString: address })
  await client.connect()
  await createTables(address)
  await fill(layout, (statement) => client.query(statement))
  await client.query('checkpoint')
  return {
    address,
    plans: createPlanReader(client, log),
    execute: (statements) => executeAll(statements, (statement) => client.query(statement)),
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
  const withPglite = async (work: (pglite: PGlite) => Promise<void>) => {
    const pglite = await PGlite.create(join(folder, 'database'))
    await work(pglite)
    await pglite.close()
  }
  await withPglite((pglite) => fill(layout, (statement) => pglite.exec(statement)))
  return {
    address: folder,
    execute: (statements) => withPglite((pglite) => executeAll(statements, (statement) => pglite.exec(statement))),
    stop: () => Promise.resolve(),
  }
}

const executeAll = async (statements: readonly string[], execute: (statement: string) => Promise<unknown>) => {
  for (const statement of statements) await execute(statement)
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
