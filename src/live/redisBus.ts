import { backOff } from '../client/backOff.ts'
import { type LiveEnvironment, realEnvironment } from './liveEnvironment.ts'
import type { LiveBus } from './liveHub.ts'

/** Options of redisBus. */
export interface RedisBusOptions {
  /** Publishes a text on a channel: `(channel, text) => client.publish(channel, text)`. */
  publish: (channel: string, text: string) => Promise<unknown>
  /**
   * Calls `listener` with each text on a channel, also after the client has reconnected. If it throws or rejects, the
   * bus calls it again.
   */
  subscribe: (channel: string, listener: (text: string) => void) => unknown
  /** The channel. Hubs receive hints of the same channel. Default `tidings:live`. */
  channel?: string
  /** Time and randomness. For tests. */
  environment?: Partial<LiveEnvironment>
}

/**
 * A bus on the Redis clients that the app already has. A client that subscribes can do nothing else, so it needs two.
 * Register a listener of their `error` events, as for each client of Redis. The app closes them after the hub.
 *
 * With `redis`:
 *
 * ```ts
 * const client = await createClient({ url }).on('error', log).connect()
 * const subscriber = await client.duplicate().on('error', log).connect()
 * const bus = redisBus({
 *   publish: (channel, text) => client.publish(channel, text),
 *   subscribe: (channel, listener) => subscriber.subscribe(channel, listener),
 * })
 * ```
 *
 * With `ioredis`:
 *
 * ```ts
 * const client = new Redis(url).on('error', log)
 * const subscriber = client.duplicate().on('error', log)
 * const bus = redisBus({
 *   publish: (channel, text) => client.publish(channel, text),
 *   subscribe: (channel, listener) => {
 *     subscriber.on('message', (from, text) => from === channel && listener(text))
 *     return subscriber.subscribe(channel)
 *   },
 * })
 * ```
 */
export const redisBus = (options: RedisBusOptions): LiveBus => {
  const { publish, subscribe, channel = 'tidings:live' } = options
  const environment = { ...realEnvironment, ...options.environment }
  return {
    publish: async (text) => {
      await publish(channel, text)
    },
    subscribe: async (receive) => {
      let failures = 0
      let isEnded = false
      let cancelRetry = () => {}
      const attempt = async () => {
        // A failed attempt may deliver later, when the client reconnects.
        let isCurrent = true
        try {
          await subscribe(channel, (text) => isCurrent && !isEnded && receive(text))
        } catch {
          isCurrent = false
          const delay = backOff(failures++, environment.random)
          if (!isEnded) cancelRetry = environment.schedule(() => void attempt(), delay)
        }
      }
      await attempt()
      return () => {
        isEnded = true
        cancelRetry()
      }
    },
  }
}
