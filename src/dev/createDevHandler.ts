import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CreateDevHandler } from 'tidings-service/command'
import { createServiceClient } from '../client/createServiceClient.ts'
import { proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { serverOperations } from '../contract/serverOperations.ts'
import { createInboxProxy } from '../proxy/createInboxProxy.ts'
import { allowOrigin, answerPreflight, isPreflight, refuseCrossSite } from '../proxy/crossOrigin.ts'
import { Refusal } from '../proxy/refusal.ts'

/** The files of the page, beside this module both in the sources and in the package. */
const pageFolder = new URL('./page/', import.meta.url)

/** `<tidings-inbox>` with all that it needs. The same path from the sources and from the package. */
const elementFolder = new URL('../../dist/standalone/', import.meta.url)

/** The only files of the page, by their paths. */
const pageFiles: Record<string, string> = {
  '/': 'console.html',
  '/console.css': 'console.css',
  '/console.js': 'console.js',
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Scripts, styles and requests of this server only. Notifications may show pictures of any address. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: http: https:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/** The service is in this process. No request leaves it. */
const serviceUrl = 'http://tidings-service.invalid'

const inboxPath = '/inbox'
const triggerPath = serverOperations.bulkTrigger.path
const nobody: ReadonlySet<string> = new Set()
const inboxMethods = [...new Set(Object.values(proxyOperations).map(({ method }) => method))]

/**
 * What `tidings dev` serves: the proxy at `/inbox`, the trigger of the service's own interface without a key, and a
 * page that uses both. The page names the subscriber, and nobody signs in. So only this machine may send requests, by a
 * name that no other site can have (DNS rebinding), and from pages that this machine serves.
 */
export const createDevHandler: CreateDevHandler = ({ service, apiKey, workflows, hostNames }) => {
  const inProcess = async (input: RequestInfo | URL, init?: RequestInit) => service(new Request(input, init))
  const client = createServiceClient({ baseUrl: serviceUrl, apiKey, fetch: inProcess })
  const proxy = createInboxProxy({
    serviceUrl,
    apiKey,
    fetch: inProcess,
    basePath: inboxPath,
    authenticate: ({ url }) => subscriberIn(new URL(url).pathname),
  })

  /** Allows the pages of other ports, such as that of Vite. The proxy refuses all others by itself. */
  const serveInbox = async (request: Request): Promise<Response> => {
    const origin = request.headers.get('origin')
    if (origin === null || !isOwn(origin, hostNames)) return proxy(request)
    const allowed = new Set([origin])
    if (isPreflight(request)) return allowOrigin(answerPreflight(request, inboxMethods, allowed), request, allowed)
    const headers = new Headers(request.headers)
    headers.delete('origin')
    headers.delete('sec-fetch-site')
    return allowOrigin(await proxy(new Request(request, { headers })), request, allowed)
  }

  const trigger = (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `ApiKey ${apiKey}`)
    return service(new Request(request, { headers }))
  }

  const listMessages = async () => {
    const { data } = await client.listMessages({ limit: 20 })
    // A message also has the credentials of its subscriber.
    return data.map(({ _id, channel, status, errorText, createdAt, subscriber, template, templateIdentifier }) => ({
      id: _id,
      workflow: template?.name ?? templateIdentifier,
      subscriberId: subscriber?.subscriberId,
      channel,
      status,
      reason: errorText,
      createdAt,
    }))
  }

  const respond = async (request: Request): Promise<Response> => {
    const { hostname, pathname } = new URL(request.url)
    if (!hostNames.has(hostname))
      return refusal(
        403,
        `tidings dev does not serve ${hostname}, so that no other site can read its inboxes. If this is a name of ` +
          'your machine, pass it with --host.',
      )
    if (pathname.startsWith(`${inboxPath}/`)) return serveInbox(request)
    const isTrigger = pathname === triggerPath
    if (request.method !== (isTrigger ? 'POST' : 'GET'))
      return refusal(405, `This address allows ${isTrigger ? 'POST' : 'GET'}.`)
    const file = fileOf(pathname)
    if (file) return serveFile(file)
    refuseCrossSite(request, nobody, isTrigger)
    if (isTrigger) return trigger(request)
    if (pathname === '/workflows') return json(workflows)
    if (pathname === '/messages') return json(await listMessages())
    return refusal(404, `tidings dev has nothing at ${pathname}. Its page is at /, and the inbox below ${inboxPath}.`)
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
    close: () => proxy.close(),
  }
}

/** Whether a page is of this machine, on any port. */
const isOwn = (origin: string, hostNames: ReadonlySet<string>): boolean => {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false
  return hostNames.has(new URL(origin).hostname)
}

/** The proxy only calls this for a path with a subscriber that can be decoded. */
const subscriberIn = (pathname: string): string | null => {
  const [, subscriberId] = /\/subscribers\/([^/]+)/.exec(pathname) ?? []
  return subscriberId === undefined ? null : decodeURIComponent(subscriberId)
}

const fileOf = (pathname: string): URL | undefined => {
  const page = pageFiles[pathname]
  if (page !== undefined) return new URL(page, pageFolder)
  // Names of files and of folders only: no path leads out of the folder.
  const [, name] = /^\/element\/((?:[\w-]+\/)*[\w-]+\.js)$/.exec(pathname) ?? []
  return name === undefined ? undefined : new URL(name, elementFolder)
}

const serveFile = async (file: URL): Promise<Response> => {
  const name = fileURLToPath(file)
  let body: string
  try {
    body = await readFile(name, 'utf8')
  } catch {
    return refusal(404, `${path.basename(name)} is missing in the package tidings. Install it again.`)
  }
  return new Response(body, {
    headers: { ...commonHeaders, 'content-type': types[path.extname(name)] ?? 'text/plain' },
  })
}

const commonHeaders = {
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { ...commonHeaders, 'content-type': 'application/json' } })

const refusal = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8' } })
