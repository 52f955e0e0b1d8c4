import { eventStreamHeaders } from '../../contract/live/eventStream.ts'
import { liveTokenParameter, maxStreamId, streamIdHeader } from '../../contract/live/liveStream.ts'
import type { Hint } from '../../live/liveHub.ts'
import type { CallService } from '../callService.ts'
import type { ProxySettings } from '../proxySettings.ts'
import { commonHeaders } from '../reply.ts'
import type { LiveSettings } from './liveOptions.ts'
import { createPageTokens } from './pageTokens.ts'
import { createServiceReader } from './serviceReader.ts'
import { createStreams } from './streams.ts'
import { createWatcher } from './watcher.ts'

/** Relays hints from their sources to the streams of browsers. */
export interface HintRelay {
  /**
   * Responds with a stream.
   * @throws Refusal if there are too many, or if the proxy is closing.
   */
  open(request: Request, subscriberId: string, requestId: string): Response
  /** Returns the token of a first page that is about to be requested. Empty while hints may be missed. */
  issueToken(subscriberId: string): string
  /** Hints the subscriber's other browsers, after a successful mark. */
  marked(subscriberId: string, streamId: string | undefined): void
  /** Ends all streams. */
  close(): Promise<void>
}

/** How long the service's stream stays open after the last browser has left, in milliseconds. */
const linger = 30_000

/** The newest notifications that a watching proxy compares. */
const watchedPage = { limit: '20' }

/** The id of the browser's stream. Undefined if the request has none, or an invalid one. */
export const readStreamId = (request: Request): string | undefined => {
  const id = request.headers.get(streamIdHeader)
  return id !== null && id.length <= maxStreamId && /^[\x21-\x7e]+$/.test(id) ? id : undefined
}

/** It connects to nothing before the first browser does. */
export const createHintRelay = (settings: ProxySettings, live: LiveSettings, callService: CallService): HintRelay => {
  const { hub, watchInterval, environment } = live
  let leaveHub: (() => void) | undefined
  let cancelStop: (() => void) | undefined

  const stop = () => {
    cancelStop?.()
    cancelStop = undefined
    service.stop()
    leaveHub?.()
    leaveHub = undefined
  }

  const tokens = createPageTokens(environment.monotonic)
  const onHint = (hint: Hint) => {
    tokens.onHint(hint)
    streams.hint(hint)
  }

  const service = createServiceReader(settings, environment, {
    onHint,
    onChange: () => {
      tokens.clear()
      streams.setComplete(service.isComplete())
    },
  })

  const report = (error: unknown, subscriberId: string) =>
    settings.errors.report(error, { requestId: crypto.randomUUID(), operation: 'live', subscriberId })

  const watcher =
    watchInterval === undefined
      ? undefined
      : createWatcher({
          interval: watchInterval,
          environment,
          fetchPage: (subscriberId, signal) =>
            callService(
              { name: 'getFeed', subscriberId, isBare: true, query: watchedPage, call: { signal } },
              (error) => report(error, subscriberId),
            ),
          isNeeded: () => !service.isComplete(),
          onChange: (subscriberId) => onHint({ subscriberIds: [subscriberId] }),
          onError: report,
        })

  const streams = createStreams(live, {
    onFirst() {
      cancelStop?.()
      cancelStop = undefined
      service.start()
      leaveHub ??= hub?.subscribeAll(onHint)
    },
    onLast() {
      cancelStop = environment.schedule(stop, linger)
    },
    onSubscriber: (subscriberId) => watcher?.start(subscriberId),
    onSubscriberLeft: (subscriberId) => watcher?.stop(subscriberId),
  })

  return {
    open(request, subscriberId, requestId) {
      // The listener of an aborted signal is never called.
      request.signal.throwIfAborted()
      const token = new URL(request.url).searchParams.get(liveTokenParameter)
      const stream = streams.open(subscriberId, readStreamId(request), tokens.isValid(subscriberId, token))
      return new Response(stream.toBody(request), {
        headers: { ...commonHeaders(requestId), ...eventStreamHeaders },
      })
    },
    issueToken: (subscriberId) => (service.isComplete() ? tokens.issue(subscriberId) : ''),
    marked(subscriberId, streamId) {
      // The service hints its own marks.
      if (service.isConnected()) return
      const hint = { subscriberIds: [subscriberId], streamId }
      if (hub) hub.publish(hint)
      else onHint(hint)
    },
    async close() {
      await streams.close()
      stop()
    },
  }
}
