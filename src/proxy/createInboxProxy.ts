import { findRenderSignal } from '../client/errors/findRenderSignal.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { inboxOperations, type InboxOperationName } from '../contract/inboxOperations.ts'
import { matchOperation, type OperationMatch } from '../contract/matchOperation.ts'
import { idempotencyHeader, isWrite } from '../contract/operation.ts'
import { callService, type ServiceRequest } from './callService.ts'
import { allowOrigin, answerPreflight, isPreflight, refuseCrossSite } from './crossOrigin.ts'
import { createIdentify } from './identify.ts'
import type { AuthenticateContext, InboxProxyErrorContext, InboxProxyOptions } from './inboxProxyOptions.ts'
import { proxySettings } from './proxySettings.ts'
import { readBody, readQuery, requireJson } from './readInput.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { reply, replyRefusal } from './reply.ts'
import { scopeKey } from './scopeKey.ts'

/**
 * Answers a browser's request to the inbox of the user who is signed in. A proxy whose `authenticate` reads `context.req`
 * needs that as its second argument: `toNodeHandler` passes it.
 */
export type InboxProxy<NodeRequest = undefined> = [NodeRequest] extends [undefined]
  ? (request: Request) => Promise<Response>
  : (request: Request, context: AuthenticateContext<NodeRequest>) => Promise<Response>

/**
 * Makes the handler through which a browser reaches the notification service. It keeps the API key, asks the host
 * who is there (or checks the hash that the host signed), and lets each one reach the four inbox operations (4.2, 4.5,
 * 4.6, 4.7) of their own subscriber.
 *
 * It answers 401 where nobody is known; 403 for another subscriber, and for a request from another site; 404 for
 * any other address; 400, 405, 408, 413, 415 and 422 for what is wrong with a request; 502, 503 and 504 where the
 * service fails. A mistake in the set-up (a refused key, an `authenticate` that fails) is a 500 with the `code` TIDINGS_311,
 * which a page does not retry. Every error has the service's error body; answers are cut to what an inbox needs.
 * @throws RequestError for options that can't work. Values that are missing are no such error: see `apiKey`.
 */
export const createInboxProxy = <NodeRequest = undefined>(
  options: InboxProxyOptions<NodeRequest>,
): InboxProxy<NodeRequest> => {
  const settings = proxySettings(options)
  const ask = settings.missing.length > 0 ? undefined : callService(settings)

  const identify = createIdentify(settings)

  const serve = async (request: Request, context: InboxProxyErrorContext, asked: RequestContext): Promise<Response> => {
    const url = new URL(request.url)
    const { name, allow, subscriberId } = matchPath(request.method, url.pathname, settings.basePath)
    if (isPreflight(request)) return answerPreflight(request, allow, settings.allowedOrigins)
    if (!name) {
      const allowed = allow.join(', ')
      throw new Refusal(405, `This address allows ${allowed}.`, { headers: { allow: allowed } })
    }
    context.operation = name
    asked.subscriberId = subscriberId
    refuseCrossSite(request, settings.allowedOrigins)
    const writes = isWrite(inboxOperations[name])
    if (writes) requireJson(request)
    if (!ask) throw incomplete(settings.missing)
    const own = await identify(request, subscriberId, asked.req)
    context.subscriberId = own
    if (subscriberId !== own) throw new Refusal(403, 'This inbox belongs to another subscriber.')
    // From here on the address is made of the subscriber that the host named, never of what the browser sent.
    const question: ServiceRequest = { name, subscriberId: own, query: readQuery(url.searchParams) }
    if (writes) question.body = await readBody(request, settings)
    question.call = { signal: request.signal, idempotencyKey: await keyOf(request, name, own) }
    const answered = await ask(question, (error) => settings.errors.report(error, context))
    settings.errors.recovered(own)
    return reply(inboxOperations[name].status, answered, context.requestId)
  }

  const answer = async (request: Request, req: unknown): Promise<Response> => {
    const context: InboxProxyErrorContext = { requestId: crypto.randomUUID() }
    const asked: RequestContext = { req }
    try {
      return await serve(request, context, asked)
    } catch (error) {
      // The host's framework ends a render. No request failed.
      const signal = findRenderSignal(error)
      if (signal) throw signal
      const refusal = request.signal.aborted ? new Refusal(499, 'The client cancelled the request.') : toRefusal(error)
      if (refusal.status >= 500) settings.errors.report(error, context, asked.subscriberId)
      return replyRefusal(refusal, new URL(request.url).pathname, context.requestId)
    }
  }

  // A refusal too: without these headers its page would hear of a lost connection.
  const proxy = async (request: Request, context?: AuthenticateContext<unknown>) =>
    // Some servers pass a second argument of their own, which has no `req`.
    allowOrigin(await answer(request, context?.req), request, settings.allowedOrigins)
  return proxy
}

/** A request while it is served. */
interface RequestContext {
  /** The Node request, if the host passed one. */
  req: unknown
  /** Whose inbox its address names, once the address was understood. */
  subscriberId?: string
}

/**
 * Finds the inbox operations at a path below `basePath`.
 * @throws Refusal 404 for any other path, and for an id that is not percent-encoded UTF-8.
 */
const matchPath = (
  method: string,
  pathname: string,
  basePath: string,
): OperationMatch<InboxOperationName> & { subscriberId: string } => {
  const match = (path: string) => matchOperation(inboxOperations, method, path)
  const { subscriberId, ...found } = match(pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '')
  if (subscriberId !== undefined) return { ...found, subscriberId }
  const start = pathname.search(/\/v\d\/subscribers\//)
  throw new Refusal(
    404,
    start >= 0 && match(pathname.slice(start)).subscriberId !== undefined
      ? `The proxy serves the inbox below "${basePath}", but this address is elsewhere. Set basePath to the part of the path before /v1.`
      : 'This address is not an operation of the inbox.',
  )
}

const incomplete = (missing: readonly string[]) =>
  new SetupError('TIDINGS_309', 'createInboxProxy', {
    what: `it has no ${missing.join(' and no ')}.`,
    why: 'The option was undefined or empty when the proxy was made: most likely an environment variable is not set.',
    cure: 'Set it on this server and restart.',
  })

/** Left out, the client makes one: see `CallOptions`. */
const keyOf = (request: Request, name: InboxOperationName, own: string): Promise<string> | undefined => {
  const key = request.headers.get(idempotencyHeader)
  // An empty one is none: scoped, it would be the same for all that this reader ever does.
  return key ? scopeKey(own, name, key) : undefined
}
