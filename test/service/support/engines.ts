import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openDatabase, type Database } from '../../../src/service/index.ts'

/** A database for the tests of one file: each test has an environment of its own in it. */
export interface Engine {
  readonly kind: Database['kind']
  readonly database: Database
  /** Address of the PostgreSQL database; of none for the embedded one. */
  readonly address: string
}

const address = { embedded: async () => 'memory', server: async () => createDatabase() }

/** Runs the same tests over the embedded database and over a PostgreSQL server. */
export const onEachEngine = (tests: (engine: Engine) => void) => {
  describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
    const engine = { kind } as { -readonly [Key in keyof Engine]: Engine[Key] }
    beforeAll(async () => {
      engine.address = await address[kind]()
      engine.database = await openDatabase(engine.address, { snapshot: await openAsBlob(inject('snapshot')) })
    })
    afterAll(() => engine.database.close())
    tests(engine)
  })
}

/** Creates an empty database on the server. */
export const createDatabase = async (): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: `${inject('postgres')}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${inject('postgres')}/${name}`
}

/** An empty embedded database in memory. */
export const openMemory = async (): Promise<Database> =>
  openDatabase('memory', { snapshot: await openAsBlob(inject('snapshot')) })
