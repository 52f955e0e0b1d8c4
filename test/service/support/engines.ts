import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../src/service/index.ts'

/** A database that tests share. Each has its own environment in it. */
export interface Engine {
  /** The database. */
  readonly database: Database
}

/** Runs the same tests on the embedded database and on a PostgreSQL server. */
export const onEachEngine = (tests: (engine: Engine) => void) => {
  describe.each([
    ['embedded', sharedMemory],
    ['server', sharedServer],
  ] as const)('%s database', (_, open) => {
    let database: Database
    beforeAll(async () => {
      database = await open()
    })
    tests({
      get database() {
        return database
      },
    })
  })
}

/** Makes an empty database on the server. Resolves to its address. */
export const createDatabase = async (): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = await connect(`${inject('postgres')}/postgres`)
  await client.query(`create database ${name}`)
  await client.end()
  return `${inject('postgres')}/${name}`
}

/** An empty embedded database in memory. It takes seconds of CPU time. */
export const openMemory = async (): Promise<Database> =>
  openDatabase('memory', { snapshot: await openAsBlob(inject('snapshot')) })

/** Opens a database for all files of a worker, which share their modules. A service that is closed does not close it. */
const openOnce = (open: () => Promise<Database>) => {
  const openShared = async () => ({ ...(await open()), close: async () => {} })
  let opened: Promise<Database> | undefined
  return () => (opened ??= openShared())
}

/** The embedded database of this worker. */
export const sharedMemory = openOnce(openMemory)

const sharedServer = openOnce(async () => openDatabase(await createDatabase()))

/** Connects to a database of the server, to hold locks that the service waits for. */
export const connect = async (address: string): Promise<Client> => {
  const client = new Client({ connectionString: address })
  await client.connect()
  return client
}

/** Opens an empty database on the server, and a connection to it beside the service. Both close after the test. */
export const openServer = async (): Promise<{ database: Database; client: Client }> => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  const client = await connect(address)
  onTestFinished(async () => {
    await client.end()
    await database.close()
  })
  return { database, client }
}

/** Waits until that many connections to the client's database wait for a lock. */
export const untilWaiting = async (client: Client, count: number): Promise<void> => {
  const waiting = async () => {
    // Inside a transaction, the server would always return the same snapshot.
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rowCount
  }
  await expect.poll(waiting, { timeout: 10_000 }).toBe(count)
}
