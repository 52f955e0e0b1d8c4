import type { PostgresClient } from '../../live/postgresBus.ts'
import { databaseCode, DatabaseError } from './DatabaseError.ts'
import type { Engine } from './embedded.ts'
import { Kysely, PostgresDialect, sql } from './kysely.ts'
import { migrations, partitionMessages } from './migrations.ts'
import type { ServerEngine } from './server.ts'
import type { Tables, Trx } from './tables.ts'
import { transactionSettings } from './timedPool.ts'

/** An open database with current tables. */
export interface Database {
  /** `embedded`: PGlite in this process, in a folder or in memory. `server`: a PostgreSQL server. */
  readonly kind: 'embedded' | 'server'
  /** The query builder. The tables are internal and change with the version of tidings. */
  readonly kysely: Kysely<Tables>
  /** Creates a client outside the pool that is not connected yet, for LISTEN and NOTIFY. undefined if embedded. */
  readonly createClient?: (() => PostgresClient) | undefined
  /**
   * Resolves with the reason once an embedded database can't be used any more, for example because the disk is full.
   * Every later query rejects with it. undefined for a server, which may recover.
   */
  readonly failure?: Promise<DatabaseError> | undefined
  /** Counts the connections, for the metrics. */
  connections(): {
    /** Open connections. */
    total: number
    /** Open connections that no request uses. */
    idle: number
    /** Requests that wait for a connection. */
    waiting: number
  }
  /**
   * Checks that the database responds, and that its tables have the version of this code or a later one. A server gets
   * so many milliseconds, then the connection is destroyed.
   */
  check(deadline: number): Promise<void>
  /** Closes the database and releases its folder. A second call does nothing. */
  close(): Promise<void>
  /**
   * Closes the database without waiting for its queries, which reject. The server rolls their transactions back, or the
   * next start of an embedded database does.
   */
  destroy(): Promise<void>
}

/**
 * Connects the query builder to an engine, and migrates its tables.
 * @param partitions See OpenDatabaseOptions.
 */
export const connect = async (engine: Engine | ServerEngine, partitions?: number): Promise<Database> => {
  const untimed = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: engine.pool }) })
  const kysely =
    'timedDialect' in engine ? new Kysely<Tables>({ dialect: engine.timedDialect(engine.deadline) }) : untimed
  let closing: Promise<void> | undefined
  // Not kysely.destroy(): it leaves the pool open if no query has run yet.
  const { kind, createClient, failure } = engine
  const database: Database = {
    kind,
    kysely,
    createClient,
    failure,
    connections: () => {
      const { totalCount, idleCount, waitingCount } = engine.pool
      return { total: totalCount, idle: idleCount, waiting: waitingCount }
    },
    check: (deadline) =>
      checkVersion('timedDialect' in engine ? new Kysely({ dialect: engine.timedDialect(deadline) }) : untimed),
    close: () => (closing ??= engine.close()),
    destroy: () => (closing = engine.destroy()),
  }
  try {
    // An index of a large table takes longer than any request may.
    await migrate(untimed, partitions)
  } catch (error) {
    await database.close()
    if (error instanceof DatabaseError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const cure = cures[databaseCode(error) ?? '']
    throw new DatabaseError(`The tables can't be created or updated: ${reason}${cure ? `. ${cure}` : ''}`, {
      cause: error,
    })
  }
  return database
}

/** What to do after an error of PostgreSQL at the start, by its code. */
const cures: Record<string, string> = {
  '25006': 'The server only reads, for example as a replica. Pass the address of the primary server',
  '42501':
    'Let the role create the schema (grant create on database … to …), or own it with its tables ' +
    '(alter schema tidings owner to …; alter table tidings.… owner to …)',
}

/** The oldest version of PostgreSQL that the service is tested with. */
const oldestVersion = 15

/** @throws DatabaseError if the database can't store what the service stores. */
const checkServer = async (trx: Trx): Promise<void> => {
  const { rows } = await sql<{ encoding: string; version: number }>`
    select current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int / 10000 as version`.execute(trx)
  const { encoding, version } = rows[0] ?? { encoding: '', version: 0 }
  if (version < oldestVersion)
    throw new DatabaseError(
      `The server is PostgreSQL ${version}. The service needs ${oldestVersion} or later: update the server.`,
    )
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      `The encoding of the database is ${encoding}, which can't store all texts. Create one in UTF8: ` +
        'createdb tidings --encoding UTF8 --template template0',
    )
}

/** @throws DatabaseError if the role may not read and write the tables, which another role has created. */
const checkRights = async (trx: Trx): Promise<void> => {
  const { rows } = await sql<{ name: string; role: string }>`
    select relname as name, current_user::text as role
    from pg_class, unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where relnamespace = 'tidings'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not has_table_privilege(pg_class.oid, privilege)
    limit 1`.execute(trx)
  const [missing] = rows
  if (missing)
    throw new DatabaseError(
      `The role ${missing.role} may not read and write the table tidings.${missing.name}. ` +
        `Let it: grant select, insert, update, delete on all tables in schema tidings to ${missing.role}`,
    )
}

const checkVersion = async (kysely: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ version: number }>`select max(version) as version from tidings.migrations`.execute(
    kysely,
  )
  if (!(Number(rows[0]?.version) >= migrations.length)) throw new DatabaseError('The tables lack a migration.')
}

/** An arbitrary number that must not change: processes that start at the same time on one server take turns. */
const migrationLock = 7_365_920_114

/**
 * Migrates the tables to this version, in one transaction.
 * @throws DatabaseError if a newer version of tidings wrote them, or they have another number of partitions.
 */
const migrate = async (kysely: Kysely<Tables>, partitions: number | undefined): Promise<void> => {
  // Not the access that is the default of the database.
  await kysely
    .transaction()
    .setIsolationLevel('read committed')
    .setAccessMode('read write')
    .execute(async (trx) => {
      await sql.raw(`${transactionSettings}; set local statement_timeout = 0`).execute(trx)
      await checkServer(trx)
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
      // Check first: "create … if not exists" requires the right to create even if nothing has to be created.
      const found = await sql<{ exists: boolean }>`
      select to_regclass('tidings.migrations') is not null as exists`.execute(trx)
      if (!found.rows[0]?.exists) await createVersionTable(trx)
      const applied = await sql<{ version: number }>`
      select coalesce(max(version), 0) as version from tidings.migrations`.execute(trx)
      const version = applied.rows[0]?.version ?? 0
      if (version > migrations.length)
        throw new DatabaseError(
          `The database was written by a newer version of tidings (its tables are version ${version}, ` +
            `this one knows ${migrations.length}). Update tidings, or use another database.`,
        )
      if (version > 0) await checkRights(trx)
      if (version > 0 && partitions !== undefined) await checkPartitions(trx, partitions)
      for (const [index, step] of migrations.entries()) {
        if (index < version) continue
        await sql.raw(step).execute(trx)
        if (index === 0 && partitions !== undefined) await sql.raw(partitionMessages(partitions)).execute(trx)
        await sql`insert into tidings.migrations (version) values (${index + 1})`.execute(trx)
      }
    })
}

const createVersionTable = async (trx: Trx) => {
  await sql`create schema if not exists tidings`.execute(trx)
  await sql`create table tidings.migrations (
    version integer primary key, applied_at timestamptz not null default now())`.execute(trx)
}

const checkPartitions = async (trx: Trx, partitions: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_inherits where inhparent = 'tidings.messages'::regclass`.execute(trx)
  const count = rows[0]?.count ?? 0
  if (count !== partitions)
    throw new DatabaseError(
      `The messages of this database have ${count === 0 ? 'no' : count} partitions, not ${partitions}. ` +
        'The number is fixed when the tables are created: omit it, or copy the data into new tables.',
    )
}
