import { createParser } from 'eventsource-parser'
import { vi } from 'vitest'
import {
  createInboxProxy,
  type InboxProxyErrorContext,
  type InboxProxyServing,
  type LiveOptions,
} from '../../../src/proxy/index.ts'
import { feedPage, message } from '../../contract/samples.ts'
import { manualEnvironment, settle } from '../../live/manualEnvironment.ts'
import { apiKey, json, origin } from '../upstream.ts'

/** The response of a service to a proxy that opens its stream. */
type LiveAnswer = Response | Error | 'stream' | 'silence'

/** A connection of the proxy to the service's stream. */
interface Connection {
  headers: Headers
  url: string
  redirect: RequestRedirect | undefined
  signal: AbortSignal | null | undefined
  /** Sends an event. */
  send(event: string, data: object, id?: string): Promise<void>
  /** Sends text. */
  write(text: string): Promise<void>
  /** Ends the stream, or breaks it with an error. */
  end(error?: Error): Promise<void>
}

interface SetUpOptions extends Partial<Omit<InboxProxyServing, 'live'>> {
  live?: LiveOptions | false
  signingSecret?: string
  /** The service's responses at the address of its stream, in order. Afterwards 404, like other services. */
  answers?: LiveAnswer[]
  /** The service's responses to other requests. Default: one feed page, and one marked message. */
  serve?: (url: string, init: RequestInit) => Response | Promise<Response>
}

/** A proxy whose users are signed in by the header `x-user`, with a clock of its own, and a service with a stream. */
export const setUpLive = ({ live, answers = [], serve, ...options }: SetUpOptions = {}) => {
  const clock = manualEnvironment()
  const connections: Connection[] = []
  const requests: { url: string; headers: Headers; body: unknown }[] = []

  const connect = (url: string, init: RequestInit) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
    init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
    const write = async (text: string) => {
      controller.enqueue(new TextEncoder().encode(text))
      await settle()
    }
    connections.push({
      url,
      headers: new Headers(init.headers),
      redirect: init.redirect,
      signal: init.signal,
      write,
      send: (event, data, id) =>
        write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      end: async (error) => {
        if (error) controller.error(error)
        else controller.close()
        await settle()
      },
    })
    const answer = answers.shift()
    if (answer === 'stream') return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    if (answer === 'silence')
      return new Promise<Response>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    if (answer instanceof Error) throw answer
    return answer ?? json({ message: 'Not found' }, 404)
  }

  const fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = String(input)
    if (new URL(url).pathname === '/v1/live') return connect(url, init)
    requests.push({
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    if (serve) return serve(url, init)
    if (url.endsWith('mark-as')) return json([message], 201)
    return url.endsWith('mark-all') ? json(1, 201) : json(feedPage)
  }) satisfies typeof globalThis.fetch

  const onError = vi.fn<(error: unknown, context: InboxProxyErrorContext) => void>()
  const proxy = createInboxProxy({
    serviceUrl: 'https://service.example.com',
    apiKey,
    authenticate: (request) => request.headers.get('x-user'),
    basePath: '/api/inbox',
    fetch,
    onError,
    live: live === false ? false : { ...live, environment: { ...clock.environment, ...live?.environment } },
    ...options,
  })

  const send = (path: string, { user = 'pia', ...init }: RequestInit & { user?: string } = {}) => {
    const headers = new Headers(init.headers)
    if (user !== '') headers.set('x-user', user)
    return proxy(new Request(`${origin}/api/inbox${path}`, { ...init, headers }))
  }
  /** Opens the stream of a subscriber. */
  const open = async (
    subscriberId = 'pia',
    { streamId, token, signal }: { streamId?: string; token?: string | undefined; signal?: AbortSignal } = {},
  ) => {
    const response = await send(livePathOf(subscriberId) + (token === undefined ? '' : `?token=${token}`), {
      user: subscriberId,
      ...(streamId !== undefined && { headers: { 'tidings-stream': streamId } }),
      ...(signal && { signal }),
    })
    if (response.status !== 200) throw new Error(`The proxy responded with ${response.status}.`)
    const stream = readStream(response)
    await settle()
    return stream
  }
  const mark = (path: string, body: object, { user = 'pia', streamId }: { user?: string; streamId?: string } = {}) =>
    send(path, {
      user,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(streamId !== undefined && { 'tidings-stream': streamId }) },
      body: JSON.stringify(body),
    })
  return { proxy, send, open, mark, clock, connections, requests, onError }
}

export const livePathOf = (subscriberId: string) => `/v1/subscribers/${subscriberId}/live`

/** Reads the stream of a response. */
export const readStream = (response: Response) => {
  const events: [name: string | undefined, data: unknown][] = []
  const parser = createParser({ onEvent: ({ event, data }) => events.push([event, JSON.parse(data)]) })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  let state: 'open' | 'ended' | 'broken' = 'open'
  const read = async () => {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      const more = decoder.decode(part.value, { stream: true })
      text += more
      parser.feed(more)
    }
    state = 'ended'
  }
  read().catch(() => (state = 'broken'))
  return {
    response,
    text: () => text,
    state: () => state,
    events: () => events,
    /** The data of its hints. */
    hints: () => events.filter(([name]) => name === 'hint').map(([, data]) => data),
    /** The data of its statuses. */
    statuses: () =>
      events.filter(([name]) => name === 'status').map(([, data]) => (data as { complete: boolean }).complete),
    cancel: async () => {
      await reader?.cancel()
      await settle()
    },
  }
}

export { settle }
