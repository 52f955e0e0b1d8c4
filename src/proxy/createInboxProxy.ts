import { findRenderSignal } from '../client/errors/findRenderSignal.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { wantsCounts } from '../contract/extensions/feedCounts.ts'
import { type ProxyOperationName, proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { repeatedParameters } from '../contract/extensions/queryFields.ts'
import { requestIdOf } from '../contract/extensions/requestId.ts'
import { livePath } from '../contract/live/liveStream.ts'
import { matchOperation, type OperationMatch, withoutExtraSlashes } from '../contract/matchOperation.ts'
import { idempotencyHeader, isAddressable, isWrite, type Operation } from '../contract/operation.ts'
import { callService, type ServiceRequest } from './callService.ts'
import { allowOrigin, answerPreflight, isPreflight, refuseCrossSite } from './crossOrigin.ts'
import { createIdentify } from './identify.ts'
import type { AuthenticateContext, InboxProxyErrorContext, InboxProxyOptions } from './inboxProxyOptions.ts'
import { createHintRelay, readStreamId } from './live/createHintRelay.ts'
import { proxySettings } from './proxySettings.ts'
import { readBody, readQuery, requireJson } from './readInput.ts'
import { quote, Refusal, toRefusal } from './refusal.ts'
import { reply, replyRefusal } from './reply.ts'
import { scopeKey } from './scopeKey.ts'

/**
 * Handles a browser's request to the inbox of the user who is signed in. If `authenticate` reads `context.req`, the
 * proxy needs it as a second argument, which `toNodeHandler` passes.
 */
export type InboxProxy<NodeRequest = undefined> = ProxyHandler<NodeRequest> & {
  /**
   * Ends all streams of live delivery, spread over three seconds, so that their browsers don't reconnect to another
   * process together. New streams get 503; other requests are served. Call it before `server.close()`, which would wait
   * for the streams.
   */
  close(): Promise<void>
}
type ProxyHandler<NodeRequest> = [NodeRequest] extends [undefined]
  ? (request: Request) => Promise<Response>
  : (request: Request, context: AuthenticateContext<NodeRequest>) => Promise<Response>

/**
 * The handler between browsers and the notification service. It adds the API key, authenticates each request (by
 * `authenticate`, or by the hash that your server signed), and restricts it to the inbox of its own subscriber: the
 * feed, the marks and the preferences, and archive, snooze, delete and buttons, if the service has these. It also
 * serves the stream of hints that updates open inboxes: see `live`.
 *
 * It responds with 401 to unauthenticated requests; 403 for another subscriber's inbox, and to requests from another
 * site; 404 for any other address; 400, 405, 408, 413, 415 and 422 for an invalid request; 429 and 503 for too many
 * streams; 502, 503 and 504 if the service fails. An error of the set-up (a rejected key, an `authenticate` that
 * throws) is a 500 with the `code` TIDINGS_311, which browsers do not retry. Every error has the service's error body.
 * Responses contain only the fields that an inbox needs.
 * @throws RequestError for invalid options. A missing value is no such error: see `apiKey`.
 */
export const createInboxProxy = <NodeRequest = undefined>(
  options: InboxProxyOptions<NodeRequest>,
): InboxProxy<NodeRequest> => {
  const settings = proxySettings(options)
  const send = settings.missing.length > 0 ? undefined : callService(settings)

  const live = settings.live && send && createHintRelay(settings, settings.live, send)
  const paths = settings.live ? livePaths : proxyOperations

  const identify = createIdentify(settings)
  /** Whether the log says that a write was accepted although its origin is not this host. */
  let hasAssumed = false

  const serve = async (
    request: Request,
    context: InboxProxyErrorContext,
    received: RequestContext,
  ): Promise<Response> => {
    const url = new URL(request.url)
    const { name, allow, subscriberId, ...found } = matchPath(paths, request.method, url.pathname, settings.basePath)
    if (isPreflight(request)) return answerPreflight(request, allow, settings.allowedOrigins)
    if (!name) {
      const allowed = allow.join(', ')
      throw new Refusal(405, `This address allows ${allowed}.`, { headers: { allow: allowed } })
    }
    context.operation = name
    received.subscriberId = subscriberId
    const writes = name !== 'live' && isWrite(proxyOperations[name])
    const assumed = refuseCrossSite(request, settings.allowedOrigins, writes)
    if (writes) requireJson(request)
    if (assumed !== undefined && !hasAssumed) {
      hasAssumed = true
      log(context, `accepted, and so are further ones, although ${assumed}`)
    }
    if (!send) throw incomplete(settings.missing)
    const own = await identify(request, subscriberId, received.req)
    context.subscriberId = own
    if (subscriberId !== own)
      throw new Refusal(403, 'This inbox belongs to another subscriber.', {
        log:
          `the page asks for the inbox of ${quote(subscriberId)}, and the user is ${quote(own)}. If that is the ` +
          'same person, return from `authenticate` exactly the subscriberId of the page.',
      })
    if (name === 'live') {
      if (!live) throw incomplete(settings.missing)
      return live.open(request, own, context.requestId)
    }
    // The service's URL contains the authenticated subscriber id, never the browser's text.
    const { requestId } = context
    const query = readQuery(url.searchParams, name === 'listNotifications' ? repeatedParameters : [])
    const call: ServiceRequest = { name, subscriberId: own, requestId, query, ...readId(found) }
    call.counts = name === 'getFeed' && wantsCounts(request.headers.get('accept'), call.query ?? {})
    // Before the service reads the page: a hint that comes in between may not be in it.
    const liveToken = call.counts ? live?.issueToken(own) : undefined
    if (writes) call.body = await readBody(request, settings)
    const streamId = writes ? readStreamId(request) : undefined
    call.call = { signal: request.signal, idempotencyKey: await keyOf(request, call), streamId }
    const operation: Operation = proxyOperations[name]
    const result = await send(call, (error) => settings.errors.report(error, context))
    settings.errors.recovered(own)
    if (operation.changesFeed) live?.marked(own, streamId)
    const body = liveToken === undefined ? result : { ...(result as object), liveToken }
    return reply(operation.status, body, requestId)
  }

  const respond = async (request: Request, req: unknown): Promise<Response> => {
    const context: InboxProxyErrorContext = { requestId: requestIdOf(request) }
    const received: RequestContext = { req }
    try {
      return await serve(request, context, received)
    } catch (error) {
      // The framework ends a render. No request failed.
      const signal = findRenderSignal(error)
      if (signal) throw signal
      const refusal = request.signal.aborted ? new Refusal(499, 'The client canceled the request.') : toRefusal(error)
      // A limit of the proxy's own is not a failure. The browser does not learn why the service rejected a request.
      const isFailure = refusal.status >= 500 || [400, 422, 429].includes(refusal.status)
      if (isFailure && error !== refusal && !isRequestError(error))
        settings.errors.report(error, context, received.subscriberId)
      if (refusal.log !== undefined) log(context, `refused with ${refusal.status}, because ${refusal.log}`)
      return replyRefusal(refusal, new URL(request.url).pathname, context.requestId)
    }
  }

  // Errors need these headers too. Without them the browser reports a lost connection.
  const proxy = async (request: Request, context?: AuthenticateContext<unknown>) =>
    // Some servers pass another second argument, which has no `req`.
    allowOrigin(await respond(request, context?.req), request, settings.allowedOrigins)
  return Object.assign(proxy, { close: async () => live?.close() })
}

interface RequestContext {
  /** The Node request, if the caller passed one. */
  req: unknown
  /** The subscriber id in the path. Undefined until the path is matched. */
  subscriberId?: string
}

/** The addresses of a proxy with live delivery. */
const livePaths = { ...proxyOperations, live: { method: 'GET', path: livePath.path } } as const

type PathName = keyof typeof livePaths

/**
 * Finds the inbox operations at a path below `basePath`. An app below "/portal" has that in front of it, unless its
 * framework or a server in front removes it, as Next.js does for requests but not for a render.
 * @throws Refusal 404 for any other path, and for an id that is not percent-encoded UTF-8.
 */
const matchPath = (
  paths: Pick<typeof livePaths, ProxyOperationName> & Partial<typeof livePaths>,
  method: string,
  address: string,
  basePath: string,
): OperationMatch<PathName> & { subscriberId: string } => {
  const pathname = withoutExtraSlashes(address)
  const match = (path: string) => matchOperation<PathName>(paths as typeof livePaths, method, path)
  const at = basePath === '' ? 0 : pathname.lastIndexOf(`${basePath}/v`)
  const { subscriberId, ...found } = match(at < 0 ? '' : pathname.slice(at + basePath.length))
  if (subscriberId !== undefined) return { ...found, subscriberId }
  const start = pathname.search(/\/v\d\/subscribers\//)
  if (start < 0 || match(pathname.slice(start)).subscriberId === undefined)
    throw new Refusal(404, 'This address is not an operation of the inbox.')
  throw new Refusal(
    404,
    `The proxy serves the inbox below "${basePath}", but this address is elsewhere. Set basePath to the part of ` +
      'the path before /v1.',
    {
      log:
        `basePath is "${basePath}", and the address begins with ${quote(pathname.slice(0, start))}. ` +
        'Set basePath to that.',
    },
  )
}

/** Tells the people who run this server what only a browser learns otherwise: in one line, whatever `onError` does. */
const log = ({ requestId, operation }: InboxProxyErrorContext, text: string): void =>
  // oxlint-disable-next-line no-console -- it is no failure, so `onError` does not get it
  console.warn(`tidings proxy, request ${requestId}${operation === undefined ? '' : `, ${operation}`}: ${text}`)

const incomplete = (missing: readonly string[]) =>
  new SetupError('TIDINGS_309', 'createInboxProxy', {
    what: `it has no ${missing.join(' and no ')}.`,
    why: 'The option was undefined or empty when the proxy was created. Probably an environment variable is not set.',
    cure: 'Set it on this server and restart.',
  })

/**
 * The id of the notification in the path. The service's URL contains it percent-encoded.
 * @throws Refusal 404 for an id that no URL can contain, or that is not percent-encoded UTF-8.
 */
const readId = (found: Pick<OperationMatch<PathName>, 'id'>): { id?: string } => {
  if (!('id' in found)) return {}
  if (!isAddressable(found.id)) throw new Refusal(404, 'No notification has this id.')
  return { id: found.id }
}

/** Returns undefined without a key in the request. The client then creates one: see `CallOptions`. */
const keyOf = (request: Request, { name, subscriberId, id }: ServiceRequest): Promise<string> | undefined => {
  const key = request.headers.get(idempotencyHeader)
  // Treat an empty key as none: scoped, it would be the same for every request of this subscriber.
  return key ? scopeKey(subscriberId, id === undefined ? name : `${name} ${id}`, key) : undefined
}
