import { proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { allowOrigin, answerPreflight, isPreflight, refuseCrossSite } from '../proxy/crossOrigin.ts'
import { Refusal } from '../proxy/refusal.ts'
import type { ConsoleContext, ConsoleHandler } from './consoleContext.ts'
import { fileAt } from './consoleFiles.ts'
import { refusal } from './consoleResponses.ts'
import { createConsole, triggerPath } from './createConsole.ts'

const noOrigins: ReadonlySet<string> = new Set()
const inboxMethods = [...new Set(Object.values(proxyOperations).map(({ method }) => method))]

/**
 * What `tidings dev` serves: the proxy at `/inbox`, the trigger of the service's own interface without a key, and the
 * console. A page names the subscriber, without a log-in. So only this machine may send requests, by a name that no
 * other site can have (DNS rebinding), and from pages that this machine serves.
 * @param hostNames The names of this machine in addresses: `localhost`, `[::1]`.
 */
export const createDevHandler = (context: ConsoleContext & { hostNames: ReadonlySet<string> }): ConsoleHandler => {
  const { hostNames } = context
  const shared = createConsole(context, { title: 'tidings dev', basePath: '', changesInboxes: true, hasLogIn: false })

  /** Allows the pages of other ports, such as that of Vite. The proxy refuses all others by itself. */
  const serveInbox = async (request: Request): Promise<Response> => {
    const origin = request.headers.get('origin')
    if (origin === null || !isOwn(origin, hostNames)) return shared.serveInbox(request)
    const allowed = new Set([origin])
    if (isPreflight(request)) return allowOrigin(answerPreflight(request, inboxMethods, allowed), request, allowed)
    const headers = new Headers(request.headers)
    headers.delete('origin')
    headers.delete('sec-fetch-site')
    return allowOrigin(await shared.serveInbox(new Request(request, { headers })), request, allowed)
  }

  const respond = async (request: Request): Promise<Response> => {
    const { hostname, pathname } = new URL(request.url)
    if (!hostNames.has(hostname))
      return refusal(
        403,
        `tidings dev does not serve ${hostname}, so that no other site can read its inboxes. If this is a name of ` +
          'your machine, pass it with --host.',
      )
    if (shared.isInbox(pathname)) return serveInbox(request)
    if (!fileAt(pathname)) refuseCrossSite(request, noOrigins, pathname === triggerPath)
    return shared.respond(request, pathname)
  }

  return {
    fetch: async (request) => {
      try {
        return await respond(request)
      } catch (error) {
        if (error instanceof Refusal) return refusal(error.status, error.message)
        return refusal(500, error instanceof Error ? error.message : String(error))
      }
    },
    close: () => shared.close(),
  }
}

/** Whether a page is of this machine, on any port. */
const isOwn = (origin: string, hostNames: ReadonlySet<string>): boolean => {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false
  return hostNames.has(new URL(origin).hostname)
}
