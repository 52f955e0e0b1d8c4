import { eventStreamHeaders } from '../../contract/live/eventStream.ts'
import { heartbeatEvery, type LiveStatus } from '../../contract/live/liveStream.ts'
import type { LiveEnvironment } from '../../live/liveEnvironment.ts'
import type { LiveHub } from '../../live/liveHub.ts'
import { createHintLog, encodeEvent } from './hintLog.ts'

/** The most bytes that wait for a reader. It holds all hints that are remembered. */
const mostWaiting = 8 * 1024 * 1024

const comment = new TextEncoder().encode(':\n\n')

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

/** The open streams of a service. */
export interface HintStreams {
  /** Opens the stream for a request of `GET /v1/live`. It ends when the request's signal aborts. */
  open(request: Request): Response
  /** The number of open streams. */
  count(): number
  /** Ends all streams. */
  close(): void
}

/** The streams of a hub's hints. See the events in src/contract/live/serviceStream.ts. */
export const createHintStreams = (hub: LiveHub, { monotonic, newId, schedule }: LiveEnvironment): HintStreams => {
  const log = createHintLog(newId(), monotonic)
  const streams = new Set<Controller>()
  let cancelHeartbeat: (() => void) | undefined

  const write = (controller: Controller, bytes: Uint8Array<ArrayBuffer>) => {
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) > 0) return
    streams.delete(controller)
    // Discards what waits, unlike `close`.
    controller.error(new Error('The reader of the stream does not read.'))
  }

  const writeAll = (bytes: Uint8Array<ArrayBuffer>) => {
    for (const controller of streams) write(controller, bytes)
  }

  const beat = () => {
    writeAll(comment)
    cancelHeartbeat = streams.size > 0 ? schedule(beat, heartbeatEvery) : undefined
  }

  const status = (id?: string) => {
    const data: LiveStatus = { complete: hub.isConnected() }
    return encodeEvent('status', data, id)
  }

  /** Each has an id, so that a user that reconnects before its first hint misses none. */
  const firstEvents = (lastId: string | null) => {
    if (lastId === null) return [status(log.lastId())]
    // No id before the hints that were missed: a connection that breaks between them would miss the others.
    return [status(), ...(log.since(lastId) ?? [encodeEvent('lost', {}, log.lastId())])]
  }

  const endHints = hub.subscribeAll((hint) => writeAll(log.add(hint)))
  const endStatus = hub.onConnectionChange(() => writeAll(status(log.lastId())))

  const start = (controller: Controller, lastId: string | null) => {
    streams.add(controller)
    for (const bytes of [comment, ...firstEvents(lastId)]) write(controller, bytes)
    cancelHeartbeat ??= schedule(beat, heartbeatEvery)
  }

  return {
    open: ({ headers: received, signal }) => {
      let opened: Controller | undefined
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          start: (controller) => {
            opened = controller
            start(controller, received.get('last-event-id'))
          },
          cancel: () => void (opened && streams.delete(opened)),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
      )
      const leave = () => opened && streams.delete(opened) && opened.close()
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave)
      return new Response(body, { headers: eventStreamHeaders })
    },
    count: () => streams.size,
    close: () => {
      cancelHeartbeat?.()
      endHints()
      endStatus()
      for (const controller of streams) controller.close()
      streams.clear()
    },
  }
}
