import { databaseCode } from './DatabaseError.ts'
import type { Kysely } from './kysely.ts'
import type { Tables, Trx } from './tables.ts'

const attempts = 5

/** Two transactions waited for each other, and PostgreSQL ended ours: nothing happened, so it may run again. */
const isConflict = (error: unknown) => ['40P01', '40001'].includes(databaseCode(error) ?? '')

/**
 * Runs work in one transaction: all of it holds, or none. A `read` sees one moment of the database throughout.
 * The work may run again after a deadlock, so it must touch nothing but the transaction.
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
