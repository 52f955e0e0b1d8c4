import { inboxOperations, type InboxOperationName } from '../contract/inboxOperations.ts'
import { idempotencyHeader, isWrite } from '../contract/operation.ts'
import { askService, type Question } from './askService.ts'
import { allowOrigin, answerPreflight, isPreflight } from './crossOrigin.ts'
import { createIdentify } from './identify.ts'
import type { InboxProxyErrorContext, InboxProxyOptions } from './inboxProxyOptions.ts'
import { matchAddress, matchMethod, methodsOf } from './matchOperation.ts'
import { proxySettings } from './proxySettings.ts'
import { readBody, readQuery, requireJson } from './readInput.ts'
import { Refusal } from './refusal.ts'
import { refuseCrossSite } from './refuseCrossSite.ts'
import { reply, replyRefusal } from './reply.ts'
import { scopeKey } from './scopeKey.ts'
import { toRefusal } from './toRefusal.ts'

/** Answers a browser's request to the inbox of whoever is signed in. */
export type InboxProxy = (request: Request) => Promise<Response>

/**
 * Makes the handler through which a browser reaches the notification service. It keeps the API key, asks the host
 * who is there (or checks the hash that the host signed), and lets each one reach the four inbox operations (4.2, 4.5,
 * 4.6, 4.7) of their own subscriber.
 *
 * It answers 401 where nobody is known; 403 for another subscriber, and for a request from another site; 404 for
 * any other address; 400, 405, 408, 413, 415 and 422 for what is wrong with a request; 502, 503 and 504 where the
 * service fails. Every error has the service's error body; answers are cut to what an inbox needs.
 * @throws RequestError for options that can't work.
 */
export const createInboxProxy = (options: InboxProxyOptions): InboxProxy => {
  const settings = proxySettings(options)
  const ask = askService(settings)

  const identify = createIdentify(settings)

  const serve = async (request: Request, context: InboxProxyErrorContext): Promise<Response> => {
    const url = new URL(request.url)
    const matches = matchAddress(url.pathname, settings.basePath)
    if (isPreflight(request)) return answerPreflight(request, methodsOf(matches), settings.allowedOrigins)
    const { name, subscriberId } = matchMethod(request.method, matches)
    context.operation = name
    refuseCrossSite(request, settings.allowedOrigins)
    const writes = isWrite(inboxOperations[name])
    if (writes) requireJson(request)
    const own = await identify(request, subscriberId)
    context.subscriberId = own
    if (subscriberId !== own) throw new Refusal(403, 'This inbox belongs to another subscriber.')
    // From here on the address is made of the subscriber that the host named, never of what the browser sent.
    const question: Question = { name, subscriberId: own, query: readQuery(url.searchParams) }
    if (writes) question.body = await readBody(request, settings)
    question.call = { signal: request.signal, idempotencyKey: await keyOf(request, name, own) }
    const answered = await ask(question, (error) => settings.onError(error, context))
    return reply(inboxOperations[name].status, answered, context.requestId)
  }

  const answer = async (request: Request): Promise<Response> => {
    const context: InboxProxyErrorContext = { requestId: crypto.randomUUID() }
    try {
      return await serve(request, context)
    } catch (error) {
      const refusal = request.signal.aborted
        ? new Refusal(499, 'The client cancelled the request.')
        : toRefusal(error)
      if (refusal.status >= 500) settings.onError(error, context)
      return replyRefusal(refusal, new URL(request.url).pathname, context.requestId)
    }
  }

  // A refusal too: without these headers its page would hear of a lost connection.
  return async (request) => allowOrigin(await answer(request), request, settings.allowedOrigins)
}

/** Left out, the client makes one: see `CallOptions`. */
const keyOf = (request: Request, name: InboxOperationName, own: string): Promise<string> | undefined => {
  const key = request.headers.get(idempotencyHeader)
  // An empty one is none: scoped, it would be the same for all that this reader ever does.
  return key ? scopeKey(own, name, key) : undefined
}
