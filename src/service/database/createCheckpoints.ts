import type { PGlite } from '@electric-sql/pglite'
import { clocks } from '../../client/clock.ts'

/**
 * The size of the write-ahead log at which a checkpoint is due, in bytes. Requests wait for a checkpoint, so it must
 * not have much to write: one of 36 MB took 60 ms. After it, the first change of each page logs the whole page, so it
 * must not be frequent.
 */
const mostLog = 64 * 1024 * 1024

/**
 * The size is read after so many transactions or so many milliseconds. Reading it takes about as long as a short query,
 * and a transaction of a second may write a hundred megabytes.
 */
const [transactionsPerCheck, timePerCheck] = [50, 1_000]

/** Settings of PostgreSQL: how many old files of the log a checkpoint renames for later use. It removes the others. */
export const logSettings = ['-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB']

/**
 * Makes checkpoints, because PGlite has no background process that does. Without them, the write-ahead log grows until
 * the database is closed: on the disk, or in memory for a database in memory. The start after a crash reads all of it.
 *
 * @returns a function to call after each response of PostgreSQL.
 */
export const createCheckpoints = (pglite: PGlite) => {
  let [transactions, lastCheck] = [0, clocks.monotonic()]
  return async (response: Uint8Array): Promise<void> => {
    if (!endsTransaction(response)) return
    transactions += 1
    if (transactions < transactionsPerCheck && clocks.monotonic() - lastCheck < timePerCheck) return
    try {
      const { rows } = await pglite.query<{ size: string }>(
        'select pg_current_wal_insert_lsn() - redo_lsn as size from pg_control_checkpoint()',
      )
      if (Number(rows[0]?.size) >= mostLog) await pglite.exec('checkpoint')
    } catch {
      // For example if the disk is full. Requests that write get the same error, and the next check tries again.
    }
    // From the end of a checkpoint, which may take so long that the next check would be due at once.
    ;[transactions, lastCheck] = [0, clocks.monotonic()]
  }
}

/** The message `ReadyForQuery` outside a transaction: "Z", its length as 32 bits, "I". */
const ready = [0x5a, 0, 0, 0, 5, 0x49]

const endsTransaction = (response: Uint8Array) => {
  const start = response.length - ready.length
  return ready.every((byte, index) => response[start + index] === byte)
}
