import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../src/service/database/migrations.ts'
import { openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase } from './support/engines.ts'

/** Appends a migration, as a later version has it, until the test ends. */
const append = (step: string) => {
  const steps = migrations as string[]
  steps.push(step)
  onTestFinished(() => void steps.pop())
}

const openTwice = async (address: string) => {
  const databases = await Promise.all([openDatabase(address), openDatabase(address)])
  for (const database of databases) await database.close()
}

test('a later version migrates the stored rows, once; a migration that fails leaves everything as it was', async () => {
  const address = await createDatabase()
  await openTwice(address)
  const client = await connect(address)
  onTestFinished(() => client.end())
  await client.query(`insert into tidings.transaction_ids values ('e', 't', now())`)

  append(`
    alter table tidings.transaction_ids add column made_up text;
    update tidings.transaction_ids set made_up = transaction_id || '!'`)
  await openTwice(address)
  append('update tidings.transaction_ids set made_up = null; select 1 / 0')
  await expect(openDatabase(address)).rejects.toThrow("The tables can't be created or updated: division by zero")

  expect((await client.query('select made_up from tidings.transaction_ids')).rows).toEqual([{ made_up: 't!' }])
  expect((await client.query('select version from tidings.migrations order by 1')).rows).toEqual([
    { version: 1 },
    { version: 2 },
  ])
})
