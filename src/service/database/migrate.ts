import { DatabaseError } from './DatabaseError.ts'
import { sql, type Kysely } from './kysely.ts'
import { migrations } from './migrations.ts'
import type { Tables, Trx } from './tables.ts'

/** Any number will do, as long as it stays the same: processes that start at once on one server take turns. */
const migrationLock = 7_365_920_114

/**
 * Brings the tables to this version, all steps or none.
 * @throws DatabaseError where a newer version of tidings made them.
 */
export const migrate = async (kysely: Kysely<Tables>): Promise<void> => {
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
    // Asked first: "create … if not exists" needs the right to create even where there is nothing to create.
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
    for (const [index, step] of migrations.entries()) {
      if (index < version) continue
      await sql.raw(step).execute(trx)
      await sql`insert into tidings.migrations (version) values (${index + 1})`.execute(trx)
    }
  })
}

const createVersionTable = async (trx: Trx) => {
  await sql`create schema if not exists tidings`.execute(trx)
  await sql`create table tidings.migrations (
    version integer primary key, applied_at timestamptz not null default now())`.execute(trx)
}
