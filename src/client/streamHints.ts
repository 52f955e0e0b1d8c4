import {
  eventStreamType,
  heartbeatEvery,
  livePath,
  liveTokenParameter,
  streamIdHeader,
} from '../contract/live/liveStream.ts'
import { operationPath } from '../contract/operation.ts'
import { resolveBaseUrl } from './baseUrl.ts'
import type { ClientEnvironment, ClientOptions } from './clientOptions.ts'
import type { Sender } from './createSend.ts'
import { ContractError } from './errors/ContractError.ts'
import { NetworkError } from './errors/NetworkError.ts'
import { isTidingsError } from './errors/TidingsError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import type { HintStream, InboxClient } from './inboxClient.ts'
import { readFailure } from './readResponse.ts'
import { longestTimer } from './withDeadline.ts'

const task = 'streamHints'
/** The inbox opens the next stream, not the client. */
const attempts = 1

/** A stream without a comment for this long is dead, in milliseconds: two were missed. */
const longestSilence = 2.25 * heartbeatEvery

/**
 * Reads the events of our own proxy until the stream ends. `eventsource-parser` reads every event stream, but adds 1.3
 * kB to each page with a bell.
 */
const readEvents = async (body: ReadableStream<Uint8Array>, { onStatus, onHint }: HintStream, onBytes: () => void) => {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    onBytes()
    const events = (text + decoder.decode(part.value, { stream: true })).split('\n\n')
    text = events.pop() ?? ''
    // More than any event has.
    if (text.length > 10_000) throw new RangeError('Event too long.')
    for (const event of events) {
      // A comment, and the events of a newer proxy, match neither.
      const [, name, data = ''] = /^event: (status|hint)\ndata: (.*)$/m.exec(event) ?? []
      if (name === 'status') onStatus(JSON.parse(data))
      if (name === 'hint') onHint(JSON.parse(data))
    }
  }
}

export const createStreamHints = (
  options: ClientOptions & { timeout: number; environment: Pick<ClientEnvironment, 'now'> },
  sender: Sender,
): NonNullable<InboxClient['streamHints']> => {
  const { baseUrl, timeout, environment } = options
  return async (subscriberId, stream) => {
    const { signal, streamId, token } = stream
    const stopped = new AbortController()
    const stop = () => stopped.abort()
    signal.throwIfAborted()
    signal.addEventListener('abort', stop)
    const afterSilence = (ms: number) => {
      const end = () => stopped.abort(new TimeoutError(task, { from: baseUrl, attempts, timeout: ms }))
      return setTimeout(end, Math.min(ms, longestTimer))
    }
    // A buffering proxy delivers nothing, not even the first comment.
    let timer = afterSilence(timeout)
    try {
      const query = token === undefined ? '' : `?${liveTokenParameter}=${encodeURIComponent(token)}`
      const url = resolveBaseUrl(task, baseUrl) + operationPath(livePath, subscriberId) + query
      const open = async (renewed?: Headers): Promise<Response> => {
        const sent = await sender.identify(task, subscriberId, { renewed })
        sent.set(streamIdHeader, streamId)
        const fetch = options.fetch ?? globalThis.fetch
        const response = await fetch(url, { headers: sent, signal: stopped.signal })
        const next = response.status === 401 && !renewed && (await sender.renew?.(sent, subscriberId))
        return next ? open(next) : response
      }
      const response = await open()
      if (!response.ok) {
        const { status, headers } = response
        throw readFailure(
          { status, headers, text: await response.text() },
          { task, baseUrl, attempts, now: environment.now() },
        )
      }
      // A server without this route may respond with the app's page.
      if (!response.body || !response.headers.get('content-type')?.startsWith(eventStreamType))
        throw new ContractError(task, [{ field: '', message: 'is no event stream' }])
      await readEvents(response.body, stream, () => {
        clearTimeout(timer)
        timer = afterSilence(longestSilence)
      })
    } catch (cause) {
      signal.throwIfAborted()
      const error: unknown = stopped.signal.aborted ? stopped.signal.reason : cause
      throw isTidingsError(error) ? error : new NetworkError(task, { baseUrl, attempts, cause: error })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      stop()
    }
  }
}
