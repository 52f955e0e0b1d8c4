import { createRequire } from 'node:module'
import type { Kysely as KyselyOf } from 'kysely'

/**
 * Kysely, taken as CommonJS on purpose: as ES modules it is 262 files, each on its own way through the module
 * loader, and these alone are a sixth of the work of starting the service from source.
 */
const kysely = createRequire(import.meta.url)('kysely') as typeof import('kysely')

export const { Kysely, PostgresDialect, sql } = kysely
export type Kysely<Schema> = KyselyOf<Schema>
