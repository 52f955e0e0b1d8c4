import { ReadableStream } from 'node:stream/web'
import { type Mock, vi } from 'vitest'
import { wantsCounts } from '../../../src/contract/extensions/feedCounts.ts'
import type { LiveHint } from '../../../src/contract/live/liveStream.ts'
import type { TestService } from '../../../src/testing/index.ts'

/** An open stream of hints, as the proxy sees it. */
interface OpenStream {
  subscriberId: string
  /** The id that the browser sent. */
  streamId: string | null
  write(text: string): void
  /** Ends the stream, as the proxy does after ten minutes. */
  end(): void
  /** Breaks the connection. */
  break(): void
}

const encoder = new TextEncoder()

/** A proxy with streams. */
interface LiveProxy {
  /** The open streams. */
  streams: Set<OpenStream>
  /** How often a stream was requested. */
  requested: number
  /** How the next streams are answered: with a status, or `silent`. From then on, no stream delivers anything. */
  next: 'open' | 'silent' | number
  /** Whether every change is hinted. */
  complete: boolean
  /** Sends a hint to every stream, except that of the browser that caused the change. */
  hint: (hint?: LiveHint, causedBy?: string | null) => void
  setComplete: (complete: boolean) => void
  /** Sends comments for as long as fake time passes. */
  beat: () => void
  fetch: Mock<typeof globalThis.fetch>
}

/**
 * A test service behind a proxy with streams of hints.
 *
 * @param hasTokens whether it says to a new stream that its browser's first page is current.
 */
export const createLiveProxy = (service: Pick<TestService, 'fetch'>, hasTokens = false) => {
  /** Changes with each hint that reaches the proxy, whether or not it reaches a browser. */
  let version = 0
  const streams = new Set<OpenStream>()
  const write = (text: string, except: string | null = null) => {
    if (proxy.next === 'silent') return
    for (const stream of streams) if (except === null || stream.streamId !== except) stream.write(text)
  }
  const proxy: LiveProxy = {
    streams,
    requested: 0,
    next: 'open',
    complete: true,
    hint: (hint = {}, causedBy = null) => {
      version += 1
      write(`event: hint\ndata: ${JSON.stringify(hint)}\n\n`, causedBy)
    },
    setComplete: (complete) => {
      proxy.complete = complete
      version += 1
      write(`event: status\ndata: {"complete":${complete}}\n\n`)
    },
    beat: () => void setInterval(() => write(':\n\n'), 20_000),
    fetch: vi.fn<typeof globalThis.fetch>(async (input, init = {}) => {
      const { pathname, searchParams } = new URL(String(input), 'http://proxy.invalid')
      const { signal } = init
      if (!pathname.endsWith('/live')) {
        const isFirst = wantsCounts(new Headers(init.headers).get('accept'), Object.fromEntries(searchParams))
        const liveToken = hasTokens && proxy.complete ? String(version) : ''
        const response = await service.fetch(input, init)
        if (!isFirst || !response.ok || proxy.next === 404) return response
        return Response.json({ ...(await response.json()), liveToken })
      }
      proxy.requested += 1
      if (typeof proxy.next === 'number') return Response.json({ message: 'No.' }, { status: proxy.next })
      let stream: OpenStream | undefined
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const leave = () => stream && streams.delete(stream)
          stream = {
            subscriberId: decodeURIComponent(pathname.split('/').at(-2) ?? ''),
            streamId: new Headers(init.headers).get('tidings-stream'),
            write: (text) => controller.enqueue(encoder.encode(text)),
            end: () => {
              leave()
              controller.close()
            },
            break: () => {
              leave()
              controller.error(new TypeError('The connection was reset.'))
            },
          }
          signal?.addEventListener('abort', () => stream && streams.has(stream) && stream.break())
          streams.add(stream)
          const current = proxy.complete && searchParams.get('token') === String(version)
          const status = { complete: proxy.complete, ...(current && { current }) }
          if (proxy.next === 'open') stream.write(`:\n\nevent: status\ndata: ${JSON.stringify(status)}\n\n`)
        },
      })
      return new Response(body as unknown as BodyInit, { headers: { 'content-type': 'text/event-stream' } })
    }),
  }
  return proxy
}
