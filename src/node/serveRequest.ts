import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { SetupError } from '../client/errors/SetupError.ts'
import { eventStreamType } from '../contract/live/liveStream.ts'
import { textOf } from './textResponse.ts'

/** A request after a body parser of Express or Connect. */
type ParsedRequest = IncomingMessage & { body?: unknown; originalUrl?: string }

export interface ServeOptions {
  handler: (request: Request) => Promise<Response>
  /** Responds to a message that no `Request` can represent: an invalid host, TRACE. */
  refuse: () => Response
}

/**
 * Responds to a request of node:http with a handler of web requests, also with an event stream. The request's signal
 * aborts when the client disconnects. The promise resolves at the end of the response: some frameworks end a response
 * when its handler resolves.
 * @throws the handler's errors, and SetupError if the body was read before without setting `req.body`.
 */
export const serveRequest = async (
  req: IncomingMessage,
  res: ServerResponse,
  { handler, refuse }: ServeOptions,
): Promise<void> => {
  const gone = new AbortController()
  const abort = () => res.writableFinished || gone.abort()
  res.once('close', abort)
  const request = toRequest(req, gone.signal)
  const response = request ? await handler(request) : refuse()
  const headers = Object.fromEntries(response.headers)
  if (isStream(response)) {
    res.writeHead(response.status, headers)
    // The headers leave before the first part.
    res.flushHeaders()
    return writeStream(response.body, res)
  }
  const body = textOf(response) ?? Buffer.from(await response.arrayBuffer())
  // 204 and 304 have neither a body nor a length.
  if (response.body) headers['content-length'] = String(Buffer.byteLength(body))
  res.writeHead(response.status, headers)
  res.end(body)
  // The handler did not read the whole body. The connection accepts the next request only after it.
  if (!req.complete) req.removeAllListeners('data').resume()
}

const isStream = (response: Response): response is Response & { body: ReadableStream<Uint8Array> } =>
  response.body !== null && response.headers.get('content-type') === eventStreamType

/** Writes to a response that other code has ended or destroyed emit an error that ends the process. */
const isWritable = (res: ServerResponse) => !res.writableEnded && !res.destroyed

/**
 * Writes each part when it arrives, and cancels the stream when the client disconnects. A loop instead of `pipeline`,
 * because a process has many of these streams, and each would have several more objects.
 */
const writeStream = async (body: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> => {
  const reader = body.getReader()
  // The source can fail while this loop waits for a client that doesn't read.
  reader.closed.catch(() => res.destroy())
  let wake = () => {}
  res.on('drain', () => wake())
  res.once('close', () => {
    reader.cancel().catch(() => undefined)
    wake()
  })
  try {
    for (let part = await reader.read(); part.value && isWritable(res); part = await reader.read()) {
      if (res.write(part.value) || res.destroyed) continue
      await new Promise<void>((resolve) => (wake = resolve))
    }
    res.end()
  } catch {
    // The source failed. The client notices that the response is incomplete.
    res.destroy()
  }
}

const toRequest = (req: ParsedRequest, signal: AbortSignal): Request | undefined => {
  const { method = 'GET', originalUrl, url } = req
  const host = String(req.headers.host ?? req.headers[':authority'] ?? 'localhost')
  // HTTP/2 has pseudo-headers such as ":path".
  const plain = Object.entries(req.headers).filter(([name]) => !name.startsWith(':'))
  const headers = plain.map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'GET' || method === 'HEAD' ? null : toBody(req)
  const init = { method, headers, body, signal, duplex: 'half' }
  try {
    return new Request(`${'encrypted' in req.socket ? 'https' : 'http'}://${host}${originalUrl ?? url}`, init)
  } catch {
    return undefined
  }
}

/**
 * Some parsers set `body` to `{}` on requests that they do not read, so `body` alone does not prove that it was read.
 */
const toBody = (req: ParsedRequest): BodyInit => {
  if (!req.readableDidRead) return Readable.toWeb(req) as ReadableStream<Uint8Array>
  if (req.body instanceof Uint8Array) return new Uint8Array(req.body)
  if (req.body !== undefined) return typeof req.body === 'string' ? req.body : JSON.stringify(req.body)
  throw new SetupError('TIDINGS_303', 'toNodeHandler', {
    what: 'middleware before it has read the body, but did not set `req.body`.',
    cure: 'Mount the inbox before that middleware, or add `express.json()` before the inbox.',
  })
}
