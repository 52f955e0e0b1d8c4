import { SetupError } from '../client/errors/SetupError.ts'
import { toError } from '../client/errors/TidingsError.ts'
import { isObject } from '../contract/isObject.ts'
import { maxStreamId } from '../contract/live/liveStream.ts'
import { type BusLink, createBusLink } from './busLink.ts'
import { type LiveEnvironment, realEnvironment } from './liveEnvironment.ts'
import type { Hint, LiveBus, LiveHub } from './liveHub.ts'

/** How long a hub joins hints, in milliseconds. */
const joinFor = 20

/** Options of createLiveHub. */
export interface LiveHubOptions {
  /**
   * Carries hints to the hubs of other processes: `postgresBus`, `redisBus`, or two functions of your own. Default:
   * none, for an app that runs in one process.
   */
  bus?: LiveBus
  /**
   * Called once when the bus starts to fail, with each error that a listener throws or rejects with, and with each hint
   * that names no subscribers. The hub reconnects by itself. What `onError` itself throws goes to `console.error`.
   * Default: errors are ignored.
   */
  onError?: (error: Error) => void
  /** Time and randomness. For tests. */
  environment?: Partial<LiveEnvironment>
}

/** Hints that are being joined. */
interface Joined {
  subscriberIds: Set<string> | 'all'
  streamId: string | undefined
}

/**
 * A hub, which distributes hints to the streams of this process and, through a bus, to those of other processes. Create
 * one per process. Its timers don't keep a process running: a script awaits `close()` before it ends.
 *
 * ```ts
 * const hub = createLiveHub({
 *   bus: postgresBus({ connect: () => new pg.Client(process.env.DATABASE_URL) }),
 *   onError: (error) => logger.warn(error.message),
 * })
 * hub.publish({ subscriberIds: ['ada'] })
 * ```
 */
export const createLiveHub = (options: LiveHubOptions = {}): LiveHub => {
  const { bus, onError } = options
  const environment: LiveEnvironment = { ...realEnvironment, ...options.environment }
  // The app's functions are called in async ones: a rejection that nothing handles would end its process.
  const report = (reported: unknown) =>
    (async () => onError?.(toError(reported)))().catch((thrown: unknown) => {
      // oxlint-disable-next-line no-console -- the app's own report has failed
      console.error('tidings hub: onError failed.', thrown, 'It reported:', reported)
    })
  // An object for each subscription, because a listener may be subscribed twice.
  const bySubscriber = new Map<string, Set<{ listener: (hint: Hint) => void }>>()
  const toAll = new Set<{ listener: (hint: Hint) => void }>()
  const toConnection = new Set<{ listener: () => void }>()
  // Two sets, by `early`: a stored change and an accepted one may concern different subscribers.
  const joined = new Map<boolean, Joined>()
  let cancelFlush: (() => void) | undefined
  let isClosed = false
  let closing: Promise<void> | undefined

  const call = <Argument extends [] | [Hint]>(
    subscriptions: Iterable<{ listener: (...argument: Argument) => void }>,
    ...argument: Argument
  ) => {
    for (const { listener } of subscriptions) (async () => listener(...argument))().catch(report)
  }

  const deliver = (hint: Hint) => {
    call(toAll, hint)
    if (hint.subscriberIds === 'all') for (const subscriptions of bySubscriber.values()) call(subscriptions, hint)
    else for (const id of hint.subscriberIds) call(bySubscriber.get(id) ?? [], hint)
  }

  const link: BusLink | undefined =
    bus &&
    createBusLink(bus, {
      environment,
      receive: deliver,
      onChange: () => call(toConnection),
      onError: report,
    })

  const join = ({ subscriberIds, early = false, streamId }: Hint) => {
    const usable = streamId !== undefined && streamId.length <= maxStreamId ? streamId : undefined
    const found = joined.get(early) ?? { subscriberIds: new Set<string>(), streamId: usable }
    if (found.streamId !== usable) found.streamId = undefined
    if (subscriberIds === 'all') found.subscriberIds = 'all'
    if (found.subscriberIds !== 'all') for (const id of subscriberIds) found.subscriberIds.add(id)
    joined.set(early, found)
  }

  const flush = () => {
    cancelFlush?.()
    cancelFlush = undefined
    const hints = [...joined].map(([early, { subscriberIds, streamId }]): Hint => ({
      subscriberIds: subscriberIds === 'all' ? 'all' : [...subscriberIds],
      ...(early && { early }),
      ...(streamId !== undefined && { streamId }),
    }))
    joined.clear()
    for (const hint of hints) {
      deliver(hint)
      link?.send(hint)
    }
  }

  const close = async () => {
    isClosed = true
    flush()
    await link?.close()
  }

  return {
    publish: (given) => {
      if (isClosed) return
      const hint = readHint(given, report)
      if (hint.subscriberIds.length === 0) return
      join(hint)
      cancelFlush ??= environment.schedule(flush, joinFor)
    },
    subscribe: (subscriberId, listener) => {
      const subscription = { listener }
      const subscriptions = bySubscriber.get(subscriberId) ?? new Set()
      bySubscriber.set(subscriberId, subscriptions.add(subscription))
      return () => {
        subscriptions.delete(subscription)
        // A later subscription may have a new set.
        if (subscriptions.size === 0 && bySubscriber.get(subscriberId) === subscriptions)
          bySubscriber.delete(subscriberId)
      }
    },
    subscribeAll: (listener) => subscribeTo(toAll, listener),
    isConnected: () => link?.isConnected() ?? true,
    onConnectionChange: (listener) => subscribeTo(toConnection, listener),
    close: () => (closing ??= close()),
  }
}

/**
 * Reads what the app publishes, which may have no types. With an id that is no text, the hubs of other processes could
 * not read the hint, and would hint every subscriber.
 */
const readHint = (given: unknown, report: (error: Error) => void): Hint => {
  const { subscriberIds, early, streamId } = isObject(given) ? given : {}
  const isList = Array.isArray(subscriberIds)
  const ids: unknown[] = isList ? subscriberIds : []
  const texts = ids.filter((id) => typeof id === 'string')
  if (subscriberIds !== 'all' && (!isList || texts.length < ids.length)) {
    report(
      new SetupError('TIDINGS_107', 'hub.publish', {
        what: 'the `subscriberIds` of a hint are not all texts. The others hint nobody.',
        cure: 'Pass the ids of the subscribers as texts, or "all".',
      }),
    )
  }
  return {
    subscriberIds: subscriberIds === 'all' ? 'all' : texts,
    early: early === true,
    streamId: typeof streamId === 'string' ? streamId : undefined,
  }
}

const subscribeTo = <Listener>(subscriptions: Set<{ listener: Listener }>, listener: Listener) => {
  const subscription = { listener }
  subscriptions.add(subscription)
  return () => void subscriptions.delete(subscription)
}
