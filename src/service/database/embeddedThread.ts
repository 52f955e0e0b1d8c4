import { createRequire } from 'node:module'
import { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DatabaseError } from './DatabaseError.ts'
import type { WorkerInput, WorkerReply, WorkerRequest } from './embeddedWorker.ts'

/** How long PGlite may take, in seconds. */
export interface Deadlines {
  /** To open a database. The first start and the recovery after a crash take longest. */
  open: number
  /** To respond to a query. */
  query: number
  /** To close a database. It needn't be closed: the next start recovers it. */
  close: number
}

/** PGlite in a worker thread. */
export interface EmbeddedThread {
  /** A connection for pg. All of them share the only session that PGlite has. */
  connect(): Duplex
  /** Resolves with the reason once the database can't be used any more. */
  failure: Promise<DatabaseError>
  /**
   * Closes the database after some last work with it. Rejects if the database fails or takes too long, but never before
   * the thread has ended.
   */
  close(lastWork: () => Promise<void>): Promise<void>
  /** Ends the thread at once. The next start recovers the database, as after a crash. */
  destroy(): Promise<void>
}

export interface ThreadOptions {
  input: WorkerInput
  deadlines: Deadlines
  /** Describes an error to the operator of the service. */
  describe: (error: Error, isOpen: boolean) => DatabaseError
}

/**
 * Starts PGlite in a worker thread: a long query doesn't block the event loop, and a query that never ends can be
 * ended. PGlite has such queries, for example after the disk was full.
 *
 * @throws DatabaseError if the database can't be opened.
 */
export const startThread = async ({ input, deadlines, describe }: ThreadOptions): Promise<EmbeddedThread> => {
  const worker = startWorker(input)
  /** Calls without a response. The worker responds in their order. */
  const waiting: { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }[] = []
  let isOpen = false
  let isClosing = false
  let failed: DatabaseError | undefined
  const onFailure: ((error: DatabaseError) => void)[] = []
  const failure = new Promise<DatabaseError>((resolve) => onFailure.push(resolve))

  const fail = (reason: unknown) => {
    if (failed) return
    failed = describe(reason instanceof Error ? reason : new Error(String(reason)), isOpen)
    void worker.terminate()
    for (const { reject } of waiting.splice(0)) reject(failed)
    for (const listener of onFailure) listener(failed)
  }

  worker.on('message', (reply: WorkerReply) => {
    if (typeof reply === 'object' && 'fatal' in reply) fail(new Error(reply.fatal))
    else waiting.shift()?.resolve(reply)
  })
  worker.on('error', fail)
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      if (isClosing) onFailure.length = 0
      fail(new Error(isClosing ? 'it is closed' : 'its thread has ended'))
      resolve()
    })
  })

  const withDeadline = async <Result>(seconds: number, work: Promise<Result>): Promise<Result> => {
    let left = seconds
    // Counts the seconds in which the process ran. After a pause, a timeout would be due before the worker, which was
    // paused too, can respond. The interval also keeps the process running: the worker doesn't.
    const clock = setInterval(() => {
      if (--left === 0) fail(new Error(`PGlite did not respond within ${seconds} seconds`))
    }, 1_000)
    try {
      return await work
    } finally {
      clearInterval(clock)
    }
  }

  const nextReply = () =>
    new Promise<WorkerReply>((resolve, reject) => {
      if (failed) reject(failed)
      else waiting.push({ resolve, reject })
    })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (request: WorkerRequest) => worker.postMessage(request)

  const exchange = async (request: Uint8Array): Promise<Uint8Array> => {
    const reply = nextReply()
    post(request)
    return (await withDeadline(deadlines.query, reply)) as Uint8Array
  }

  try {
    await withDeadline(deadlines.open, nextReply())
    isOpen = true
  } catch (error) {
    await ended
    throw error
  }
  return {
    connect: () => new Connection(exchange),
    failure,
    close: async (lastWork) => {
      isClosing = true
      // The caller of `close` gets the error, and nobody else.
      const failing = new Promise<never>((_, reject) => onFailure.splice(0, Infinity, reject))
      const closing = async () => {
        await lastWork()
        post('close')
        await ended
      }
      try {
        if (failed) throw failed
        await withDeadline(deadlines.close, Promise.race([closing(), failing]))
      } finally {
        await ended
      }
    },
    destroy: async () => {
      // No failure of the database, unless `close` waits for it.
      if (!isClosing) onFailure.length = 0
      isClosing = true
      fail(new Error('it was closed'))
      await ended
    },
  }
}

const startWorker = (workerData: WorkerInput): Worker => {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  // Not one text, which a bundler would take for the address of an asset.
  const url = new URL('./embeddedWorker'.concat(extension), import.meta.url)
  const worker = extension === '.ts' ? startFromSource(url, workerData) : new Worker(url, { workerData })
  // An open database doesn't keep a process running.
  worker.unref()
  return worker
}

/** For the tests and scripts of this repository: tsx registers itself in the main thread only. */
const startFromSource = (url: URL, workerData: WorkerInput) => {
  // Vite's runner has no import.meta.resolve, and the CommonJS of tsx can't register itself.
  const { href } = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'))
  const tsx = href.replace(/cjs$/, 'mjs')
  const code = `import('${tsx}').then(({ register }) => (register(), import('${url.href}')))`
  return new Worker(code, { eval: true, workerData })
}

/** Takes the place of the socket between pg and a server. */
class Connection extends Duplex {
  readonly #exchange: (request: Uint8Array) => Promise<Uint8Array>

  constructor(exchange: (request: Uint8Array) => Promise<Uint8Array>) {
    super()
    this.#exchange = exchange
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  // pg calls these functions of a socket.
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error) => void) {
    void this._writev([{ chunk }], done)
  }

  override async _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void) {
    try {
      // A copy: a clone of pg's view would contain the whole buffer behind it.
      const response = await this.#exchange(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
      if (response.length > 0) this.push(Buffer.from(response.buffer))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }
}
