import type { DatabaseConnection, PostgresPool, TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { clocks } from '../../client/clock.ts'
import { CompiledQuery, PostgresDialect, PostgresDriver } from './kysely.ts'

/**
 * Limits the time of each transaction on a pool. A network can drop all data of a connection without closing it, and
 * only a deadline on this side ends a query there. The connection is destroyed, because a late response would be taken
 * for that of the next query.
 * @returns a function that creates a dialect whose transactions end within so many milliseconds.
 */
export const createTimedDialects = (pool: Pool) => {
  const worked = new WeakMap<PoolClient, number>()
  let lost = Number.NEGATIVE_INFINITY

  /** A firewall usually drops all connections at once. After one was lost, those that were idle then are not used. */
  const acquire = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if ((worked.get(client) ?? Number.POSITIVE_INFINITY) > lost) return client
      client.connection.stream.destroy()
      client.release(true)
    }
  }

  const timedPool = (deadline: number): PostgresPool => ({
    connect: async () => {
      const client = await acquire()
      const timer = setTimeout(() => {
        lost = clocks.monotonic()
        const message = `PostgreSQL did not respond within ${deadline} ms.`
        client.connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
      }, deadline)
      const { release } = client
      client.release = (error) => {
        clearTimeout(timer)
        worked.set(client, clocks.monotonic())
        release(error)
      }
      return client
    },
    end: () => pool.end(),
  })

  return (deadline: number): PostgresDialect => new TimedDialect({ pool: timedPool(deadline) }, deadline)
}

/**
 * What our statements rely on, for one transaction. A database or a role may have other settings: `pg` reads only ISO
 * dates, and a request waits for its locks until its deadline.
 */
export const transactionSettings = 'set local datestyle = iso; set local lock_timeout = 0'

type Config = ConstructorParameters<typeof PostgresDriver>[0]

class TimedDialect extends PostgresDialect {
  readonly #config: Config
  readonly #deadline: number

  constructor(config: Config, deadline: number) {
    super(config)
    this.#config = config
    this.#deadline = deadline
  }

  override createDriver() {
    return new TimedDriver(this.#config, this.#deadline)
  }
}

/**
 * Sets the server's limits in the statement that begins a transaction, which every pooler passes on. PgBouncer refuses
 * a connection that sets them at its start.
 */
class TimedDriver extends PostgresDriver {
  readonly #limits: string

  constructor(config: Config, deadline: number) {
    super(config)
    // Below the deadline: the server then cancels a slow statement, and the connection remains.
    this.#limits =
      `${transactionSettings}; ` +
      `set local statement_timeout = ${Math.ceil(deadline * 0.75)}; ` +
      // The server would retain the locks of a connection that was lost until its own network notices.
      `set local idle_in_transaction_session_timeout = ${deadline}`
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel = 'read committed', accessMode = 'read write' }: TransactionSettings,
  ) {
    const begin = `start transaction isolation level ${isolationLevel} ${accessMode}`
    // One message with several statements, so it costs no round trip.
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${this.#limits}`))
  }
}
