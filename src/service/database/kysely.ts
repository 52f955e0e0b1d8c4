import { createRequire } from 'node:module'
import type { Kysely as KyselyOf, PostgresDialect as Dialect } from 'kysely'

/**
 * Loads Kysely as CommonJS on purpose. As ES modules it is 262 files that pass through the module loader one by one,
 * which takes a sixth of the time to start the service from source.
 */
const kysely = createRequire(import.meta.url)('kysely') as typeof import('kysely')

export const { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql } = kysely
export type Kysely<Schema> = KyselyOf<Schema>
export type PostgresDialect = Dialect
