import { RequestError } from '../../client/errors/RequestError.ts'
import { type LiveEnvironment, realEnvironment } from '../../live/liveEnvironment.ts'
import type { LiveHub } from '../../live/liveHub.ts'

/** Time and randomness of a proxy's streams. */
export type StreamEnvironment = Pick<LiveEnvironment, 'monotonic' | 'random' | 'schedule'>

/** The options of live delivery. All of them are optional: with tidings/service, live delivery needs none. */
export interface LiveOptions {
  /**
   * Hub whose hints reach the open inboxes: see `createLiveHub` of tidings/live. Needed with other services than
   * tidings/service: pass the same hub to `createServiceClient`, or publish hints yourself. Default: none.
   */
  hub?: LiveHub
  /**
   * Interval at which the proxy polls the newest notifications of each connected subscriber, in milliseconds, at least
   * 1,000. It polls once per subscriber, however many devices are connected, and only while hints do not cover every
   * change. Use it with a service that nothing else can get hints from. Default: the proxy does not poll.
   */
  watchInterval?: number
  /**
   * Requests per second that the service can serve to the inboxes of this proxy. A hint for many inboxes spreads their
   * requests over a time of up to 20 seconds, so that they stay below this rate. If several processes serve the proxy,
   * each needs its share. Default 200.
   */
  requestsPerSecond?: number
  /** Maximum number of open streams of this proxy. Further ones get 503, and their inboxes poll. Default 20,000. */
  maxStreams?: number
  /**
   * Maximum number of open streams of one subscriber, in this process: one per browser. Further ones get 429, and their
   * inboxes poll. Default 20.
   */
  maxStreamsPerSubscriber?: number
  /** Time and randomness. For tests. */
  environment?: Partial<StreamEnvironment>
}

/** Checked options, with their defaults. */
export interface LiveSettings extends Required<Omit<LiveOptions, 'hub' | 'watchInterval' | 'environment'>> {
  hub: LiveHub | undefined
  /** Undefined: the proxy does not poll. */
  watchInterval: number | undefined
  environment: StreamEnvironment
}

/**
 * Cloudflare Workers end what one request writes to the response of another one. All streams share one of the service.
 */
const canShareStreams = () => globalThis.navigator?.userAgent !== 'Cloudflare-Workers'

/**
 * @returns undefined if live delivery is off.
 * @throws RequestError for invalid options.
 */
export const liveSettings = (given: false | LiveOptions | undefined): LiveSettings | undefined => {
  if (given === false || (given === undefined && !canShareStreams())) return undefined
  const options = given ?? {}
  const { hub, watchInterval } = options
  if (typeof options !== 'object') throw invalid('live', 'must be false or an object')
  if (hub && (typeof hub.publish !== 'function' || typeof hub.subscribeAll !== 'function'))
    throw invalid('live.hub', 'must be a hub of createLiveHub')
  return {
    hub,
    watchInterval: watchInterval === undefined ? undefined : checkNumber('watchInterval', watchInterval, 1_000),
    requestsPerSecond: checkNumber('requestsPerSecond', options.requestsPerSecond ?? 200, 0.001),
    maxStreams: checkNumber('maxStreams', options.maxStreams ?? 20_000, 1),
    maxStreamsPerSubscriber: checkNumber('maxStreamsPerSubscriber', options.maxStreamsPerSubscriber ?? 20, 1),
    environment: { ...realEnvironment, ...options.environment },
  }
}

const invalid = (field: string, message: string) => new RequestError('createInboxProxy', [{ field, message }])

/** Every comparison with NaN is false, so NaN would be no limit. */
const checkNumber = (name: string, value: unknown, least: number): number => {
  if (typeof value === 'number' && value >= least) return value
  throw invalid(`live.${name}`, least < 1 ? 'must be a number above 0' : `must be a number of ${least} or more`)
}
