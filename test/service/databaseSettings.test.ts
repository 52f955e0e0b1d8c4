import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase } from './support/engines.ts'
import { note } from './support/events.ts'
import { createWorld } from './support/world.ts'

/** Makes an empty database, runs statements in it, and returns its address. */
const createWith = async (...statements: string[]) => {
  const address = await createDatabase()
  const client = await connect(address)
  for (const statement of statements) await client.query(statement)
  await client.end()
  return address
}

test.each([
  ['datestyle', "'German'"],
  ['datestyle', "'SQL, DMY'"],
  ['datestyle', "'Postgres, MDY'"],
  ['timezone', "'America/St_Johns'"],
  ['intervalstyle', "'sql_standard'"],
  ['search_path', "''"],
  ['bytea_output', "'escape'"],
  ['standard_conforming_strings', 'off'],
  ['client_encoding', "'LATIN1'"],
  ['default_transaction_read_only', 'on'],
  ['default_transaction_isolation', "'serializable'"],
  ['statement_timeout', '1'],
  ['lock_timeout', '1'],
])('a database with %s = %s works as every other', async (name, value) => {
  const address = await createWith(
    `do $$ begin execute format('alter database %I set ${name} = ${value.replaceAll("'", "''")}', current_database()); end $$`,
  )
  const database = await openDatabase(address)
  onTestFinished(() => database.close())
  const world = await createWorld({ database })

  await world.trigger(note('It’s \\ 🎉'))
  const { data } = await world.feed('anna')
  const [marked] = await world.mark('anna', data[0]!._id, 'read')

  const time = world.clock.now.toISOString()
  expect(data).toMatchObject([{ content: 'It’s \\ 🎉', createdAt: time }])
  expect(marked).toMatchObject({ read: true, lastReadDate: time })
})

test('a request waits for a lock longer than the lock_timeout of the database', async () => {
  const address = await createWith(
    "do $$ begin execute format('alter database %I set lock_timeout = 1', current_database()); end $$",
  )
  const database = await openDatabase(address)
  const blocker = await connect(address)
  onTestFinished(async () => {
    await blocker.end()
    await database.close()
  })
  const world = await createWorld({ database })
  await blocker.query('begin; lock table tidings.messages in exclusive mode')

  const triggering = world.trigger(note('late'))
  const isWaiting = async () =>
    (await blocker.query("select from pg_locks where relation = 'tidings.messages'::regclass and not granted")).rowCount
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
  await blocker.query('commit')

  await triggering
})

test.each(['LATIN1', 'LATIN9', 'WIN1252', 'SQL_ASCII', 'EUC_JP', 'KOI8R'])(
  'a database in %s is refused at the start, with the cure',
  async (encoding) => {
    const name = `encoding_${encoding.toLowerCase()}`
    const address = await createDatabase()
    const client = await connect(address)
    await client.query(
      `create database ${name} encoding '${encoding}' template template0 locale_provider libc locale 'C'`,
    )
    await client.end()

    await expect(openDatabase(address.replace(/[^/]*$/, name))).rejects.toThrow(
      new RegExp(`encoding of the database is ${encoding}.* createdb tidings --encoding UTF8 .*TIDINGS_502`),
    )
  },
)

const role = 'create role "limited" login'
const asRole = (address: string) => address.replace('postgres@', 'limited@')
test.each([
  ['may not create the schema', [], /permission denied for database.*grant create on database/],
  [
    'may not create tables',
    ['create schema tidings', 'grant usage on schema tidings to limited'],
    /permission denied for database.*alter schema tidings owner/,
  ],
  ['may not use the schema', ['create schema tidings'], /permission denied for schema.*alter schema tidings owner/],
])('a role that %s is refused at the start, with the cure', async (_, statements, reason) => {
  const ensure = `do $$ begin if not exists (select from pg_roles where rolname = 'limited') then ${role}; end if; end $$`
  await expect(openDatabase(asRole(await createWith(ensure, ...statements)))).rejects.toThrow(reason)
})

test.each(['select', 'insert', 'update', 'delete'])(
  'a role without the right to %s is refused at the start',
  async (right) => {
    const ensure = `do $$ begin if not exists (select from pg_roles where rolname = 'limited') then ${role}; end if; end $$`
    const address = await createWith(ensure)
    await (await openDatabase(address)).close()
    const client = await connect(address)
    await client.query(`grant usage on schema tidings to limited; grant all on all tables in schema tidings to limited;
    revoke ${right} on tidings.messages from limited`)
    await client.end()

    await expect(openDatabase(asRole(address))).rejects.toThrow(
      /limited may not read and write the table tidings.messages. Let it: grant/,
    )
  },
)

test('a server that is too old is refused at the start', async () => {
  const address = await createWith(
    'create schema fake',
    "create function fake.current_setting(text) returns text language sql as $$ select '140011' $$",
    "do $$ begin execute format('alter database %I set search_path = fake, pg_catalog', current_database()); end $$",
  )
  await expect(openDatabase(address)).rejects.toThrow(/PostgreSQL 14. The service needs 15 or later: update the server/)
})
