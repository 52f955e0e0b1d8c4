import { backOff } from '../client/backOff.ts'
import { type LiveEnvironment, realEnvironment } from './liveEnvironment.ts'
import type { LiveBus } from './liveHub.ts'

/** How often the bus checks its connection, in milliseconds. A network may drop packets without closing it. */
const probeEvery = 10_000

/** How long PostgreSQL may take to connect, and to respond to a statement, in milliseconds. */
const patience = 5000

/** The most texts in one statement. */
const batchSize = 100

/** A notification of PostgreSQL. */
export interface PostgresNotification {
  /** The channel that it was sent to: `tidings_live`. */
  channel: string
  /** The text that was sent. */
  payload?: string | undefined
}

/** The methods of a `Client` of the package `pg` that the bus uses. */
export interface PostgresClient {
  /** Connects to the server. Called once. */
  connect(): Promise<unknown>
  /** Runs a statement. */
  query(text: string, values?: unknown[]): Promise<unknown>
  /** Registers a listener of notifications. */
  on(event: 'notification', listener: (message: PostgresNotification) => void): unknown
  /** Registers a listener of errors of the connection, or of its end. */
  on(event: 'error' | 'end', listener: (error?: unknown) => void): unknown
  /** Closes the connection. */
  end(): Promise<unknown>
}

/** Options of postgresBus. */
export interface PostgresBusOptions {
  /**
   * Returns a new client that is not connected yet: `() => new pg.Client({ connectionString, keepAlive: true })`. The
   * bus connects it and closes it. The connection string must lead to PostgreSQL itself or to a pooler in session mode:
   * PgBouncer in transaction mode accepts LISTEN, but delivers nothing.
   */
  connect: () => PostgresClient
  /** The channel of LISTEN and NOTIFY. Hubs receive hints of the same channel and database. Default `tidings_live`. */
  channel?: string
  /** Time and randomness. For tests. */
  environment?: Partial<LiveEnvironment>
}

/**
 * A bus on LISTEN and NOTIFY of PostgreSQL. It has two connections of its own, and reconnects them. No statement runs
 * inside a transaction of the app, because NOTIFY locks other transactions that notify until its own one ends.
 *
 * ```ts
 * const bus = postgresBus({
 *   connect: () => new pg.Client({ connectionString: process.env.DATABASE_URL, keepAlive: true }),
 * })
 * const hub = createLiveHub({ bus })
 * ```
 */
export const postgresBus = (options: PostgresBusOptions): LiveBus => {
  const { connect, channel = 'tidings_live' } = options
  const environment = { ...realEnvironment, ...options.environment }
  const context: Context = { connect, channel, environment }
  const notifier = createNotifier(context)
  let subscriptions = 0
  return {
    publish: (text) => notifier.publish(text),
    subscribe: async (receive) => {
      const end = await listen(context, receive)
      subscriptions += 1
      return async () => {
        subscriptions -= 1
        await Promise.all([end(), subscriptions === 0 && notifier.end()])
      }
    },
  }
}

interface Context {
  connect: () => PostgresClient
  channel: string
  environment: LiveEnvironment
}

interface Connection {
  /** Runs a statement. One that fails or takes too long loses the connection. */
  query: (text: string, values?: unknown[]) => Promise<void>
  /** Closes the connection, without calling `onLost`. */
  close: () => Promise<void>
}

interface ConnectionEvents {
  /** The connection is lost. Called once, and not after `close`. */
  onLost: () => void
  /** A notification has arrived. */
  onText?: (text: string) => void
}

/** @throws Error if the server can't be reached in time. */
const open = async ({ connect, environment }: Context, { onLost, onText }: ConnectionEvents): Promise<Connection> => {
  const { schedule } = environment
  const client = connect()
  let state: 'opening' | 'open' | 'closed' = 'opening'
  const lose = () => {
    const wasOpen = state === 'open'
    state = 'closed'
    // It destroys the socket if a statement is running.
    client.end().catch(() => {})
    if (wasOpen) onLost()
  }
  // Without a listener of errors, a lost connection would end the process.
  client.on('error', () => state === 'open' && lose())
  client.on('end', () => state === 'open' && lose())
  client.on('notification', ({ payload = '' }) => state === 'open' && onText?.(payload))
  try {
    await withinTime(client.connect(), { ms: patience, what: 'connecting to PostgreSQL', schedule })
  } catch (error) {
    lose()
    throw error
  }
  state = 'open'
  return {
    query: async (text, values) => {
      try {
        await withinTime(client.query(text, values), { ms: patience, what: 'a statement of PostgreSQL', schedule })
      } catch (error) {
        if (state === 'open') lose()
        throw error
      }
    },
    close: async () => {
      state = 'closed'
      await client.end()
    },
  }
}

/**
 * Calls `receive` with each text on the channel, until the returned function is called. Resolves after the first
 * attempt to connect, whether it succeeded or not.
 */
const listen = async (context: Context, receive: (text: string) => void): Promise<() => Promise<void>> => {
  const { channel, environment } = context
  let connection: Connection | undefined
  let failures = 0
  let isEnded = false
  let cancelTimer = () => {}

  const retry = () => {
    connection = undefined
    cancelTimer()
    if (isEnded) return
    cancelTimer = environment.schedule(() => void attempt(), backOff(failures++, environment.random))
  }

  const startListening = async ({ query }: Connection) => {
    try {
      await query(`listen "${channel.replaceAll('"', '""')}"`)
      probe()
    } catch {
      // The statement has lost the connection, which has called `retry`.
    }
  }

  const probe = () => {
    failures = 0
    cancelTimer = environment.schedule(() => {
      connection?.query('select 1').then(probe, () => {})
    }, probeEvery)
  }

  const attempt = async () => {
    try {
      connection = await open(context, { onLost: retry, onText: receive })
    } catch {
      return retry()
    }
    await (isEnded ? connection.close() : startListening(connection))
  }

  await attempt()
  return async () => {
    isEnded = true
    cancelTimer()
    await connection?.close()
  }
}

/** Sends texts on one connection, which it opens when it needs it. */
const createNotifier = (context: Context) => {
  const { channel, environment } = context
  const waiting: { text: string; settle: (error?: unknown) => void }[] = []
  /** Rejects while a later attempt must wait. */
  let connecting: Promise<Connection> | undefined
  /** Attempts to connect since the last statement that succeeded. */
  let attempts = 0
  let isSending = false
  let cancelTimer = () => {}

  const reconnectLater = () => {
    const delay = backOff(attempts - 1, environment.random)
    cancelTimer = environment.schedule(() => (connecting = undefined), delay)
  }

  const connectOnce = async (): Promise<Connection> => {
    attempts += 1
    try {
      return await open(context, {
        onLost: () => {
          if (attempts === 0) connecting = undefined
          else reconnectLater()
        },
      })
    } catch (error) {
      reconnectLater()
      throw error
    }
  }

  const send = async (batch: readonly { text: string }[]) => {
    const { query } = await (connecting ??= connectOnce())
    const texts = batch.map(({ text }) => text)
    await query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts])
    attempts = 0
  }

  /** One statement at a time, each with all texts that wait. */
  const sendAll = async () => {
    isSending = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      const error: unknown = await send(batch).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('unknown'),
      )
      for (const { settle } of batch) settle(error)
    }
    isSending = false
  }

  return {
    publish: (text: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ text, settle: (error) => (error === undefined ? resolve() : reject(error)) })
        if (!isSending) void sendAll()
      }),
    end: async () => {
      cancelTimer()
      const opened = await connecting?.catch(() => undefined)
      connecting = undefined
      await opened?.close()
    },
  }
}

/** @throws Error that says what took too long. */
const withinTime = async <Result>(
  promise: Promise<Result>,
  { ms, what, schedule }: { ms: number; what: string } & Pick<LiveEnvironment, 'schedule'>,
): Promise<Result> => {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = schedule(() => reject(new Error(`${what} takes longer than ${ms / 1000} seconds`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}
