import { databaseCode } from './DatabaseError.ts'
import type { Kysely } from './kysely.ts'
import type { Tables, Trx } from './tables.ts'

const attempts = 5

/** Deadlock or serialization failure: PostgreSQL rolled the transaction back, so it can run again. */
const isConflict = (error: unknown) => ['40P01', '40001'].includes(databaseCode(error) ?? '')

/**
 * A `read` sees one snapshot of the database. The work may run again after a deadlock, so it must have no effects
 * outside the transaction.
 */
export const inTransaction = async <Result>(
  kysely: Kysely<Tables>,
  access: 'read' | 'write',
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const transaction = kysely.transaction()
      return await (
        access === 'read'
          ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
          : transaction.setIsolationLevel('read committed')
      ).execute(work)
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
    }
  }
}
