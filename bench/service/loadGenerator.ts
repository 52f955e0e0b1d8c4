import { Agent, request } from 'node:http'
import { apiKey } from '../processes/apiKey.ts'
import { serveParent } from '../processes/child.ts'
import { pause } from '../processes/clock.ts'

/** A request to the service or the proxy. */
export interface LoadRequest {
  path: string
  /** JSON text. A request with one is a POST. */
  body?: string
}

/** Requests to repeat, in turns. */
export interface Load {
  /** Origin of the service or the proxy. */
  address: string
  requests: readonly LoadRequest[]
  /** How many requests are open at a time, each on its own connection. */
  clients: number
}

/** The requests that were sent. */
export interface Sent {
  /** The duration of each successful request, from sending it to the last byte of its response, in milliseconds. */
  times: number[]
  /** The number of other requests. */
  failed: number
  /** The duration of all, in milliseconds. */
  duration: number
}

/** Sends a request. Not with `fetch`, which would use more of the CPU than the service does. */
const send = (agent: Agent, address: URL, { path, body }: LoadRequest) =>
  new Promise<{ time: number; text: string; isSuccess: boolean }>((resolve, reject) => {
    const start = performance.now()
    const outgoing = request(
      {
        agent,
        host: address.hostname,
        port: address.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `ApiKey ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const time = performance.now() - start
          const isSuccess = response.statusCode === 200 || response.statusCode === 201
          resolve({ time, text: Buffer.concat(parts).toString(), isSuccess })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

const begin = ({ address, requests, clients }: Load) => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const url = new URL(address)
  const start = performance.now()
  const times: number[] = []
  const ending = new AbortController()
  let [next, failed] = [0, 0]
  const repeat = async () => {
    while (!ending.signal.aborted) {
      const chosen = requests[next++ % requests.length]
      if (!chosen) throw new Error('There is no request to send.')
      const { time, isSuccess, text } = await send(agent, url, chosen)
      if (isSuccess) times.push(time)
      else {
        if (failed === 0) process.stderr.write(`${chosen.path} failed after ${time.toFixed(0)} ms: ${text}\n`)
        failed += 1
      }
    }
  }
  const all = Promise.all(Array.from({ length: clients }, repeat))
  return async (): Promise<Sent> => {
    ending.abort()
    await all
    agent.destroy()
    return { times, failed, duration: performance.now() - start }
  }
}

let end: (() => Promise<Sent>) | undefined

const functions = {
  /** Sends requests for so many seconds. Requests that are open at the end count too. */
  run: async ({ seconds, ...load }: Load & { seconds: number }): Promise<Sent> => {
    const stop = begin(load)
    await pause(seconds * 1000)
    return stop()
  },

  /** Sends requests until `stop`. */
  start: (load: Load): void => {
    end = begin(load)
  },

  stop: (): Promise<Sent> => {
    if (!end) throw new Error('Nothing was started.')
    return end()
  },

  /** Sends one request. */
  once: async ({ address, request: one }: { address: string; request: LoadRequest }) => {
    const agent = new Agent()
    const { time, text, isSuccess } = await send(agent, new URL(address), one)
    if (!isSuccess) process.stderr.write(`${one.path} failed after ${time.toFixed(0)} ms: ${text}\n`)
    return { time, isSuccess, body: JSON.parse(text) as unknown }
  },
}

/** The process that sends the requests. */
export type LoadGenerator = typeof functions

serveParent(functions)
