import { DatabaseError } from './DatabaseError.ts'
import type { Engine } from './embedded.ts'
import { Kysely, PostgresDialect } from './kysely.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** An open database, its tables up to date. */
export interface Database {
  /** `embedded`: inside this process, in one folder or in memory. `server`: PostgreSQL at an address. */
  readonly kind: 'embedded' | 'server'
  /** Its query builder. The tables are the service's own and change with its version. */
  readonly kysely: Kysely<Tables>
  /** Closes it and gives its folder back. A second call does nothing. */
  close(): Promise<void>
}

/** Puts the one dialect on an engine and brings its tables up to date. */
export const connect = async (engine: Engine): Promise<Database> => {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: engine.pool }) })
  let closing: Promise<void> | undefined
  // Not kysely.destroy(): it leaves the pool open where no query has run yet.
  const database: Database = { kind: engine.kind, kysely, close: () => (closing ??= engine.close()) }
  try {
    await migrate(kysely)
  } catch (error) {
    await database.close()
    if (error instanceof DatabaseError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseError(`The tables can't be created or updated: ${reason}`, { cause: error })
  }
  return database
}
