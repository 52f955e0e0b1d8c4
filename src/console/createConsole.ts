import { createServiceClient } from '../client/createServiceClient.ts'
import { isHttpError } from '../client/errors/HttpError.ts'
import { serverOperations } from '../contract/serverOperations.ts'
import { createInboxProxy } from '../proxy/createInboxProxy.ts'
import type { ConsoleContext } from './consoleContext.ts'
import { type ConsoleFile, fileAt } from './consoleFiles.ts'
import { json, refusal, respondWith } from './consoleResponses.ts'

/** The service is in this process. No request leaves it. */
const serviceUrl = 'http://tidings-service.invalid'

/** The path of the inboxes, below that of the console. */
const inboxPath = '/inbox'

/** The path of the trigger, which is that of the service. */
export const triggerPath = serverOperations.bulkTrigger.path

/** The messages that the page shows. */
const rowCount = 20

/** The errors of messages that are sent later. All others with the status "warning" are not sent. */
const waitingIds = new Set(['waiting', 'retry', 'delivery_hours', 'unread_later'])

interface ConsoleOptions {
  /** The heading of the page. */
  title: string
  /** The path of the console: "" or "/console". */
  basePath: string
  /**
   * Whether its inboxes change what they show. In production only the user may: to look at an inbox would mark
   * its notifications as seen, and create a subscriber whose id was mistyped.
   */
  changesInboxes: boolean
  /** Whether people log in, so that they can log out. */
  hasLogIn: boolean
}

/** What both consoles share: the page with its files, its data and the inboxes. It decides nothing about access. */
export interface Console {
  /** Whether a path, below that of the console, is one of its inboxes. */
  isInbox(pathname: string): boolean
  /** Responds to a request of an inbox, from a page of its own origin. */
  serveInbox(request: Request): Promise<Response>
  /** Responds to all others, by their path below that of the console. */
  respond(request: Request, pathname: string): Promise<Response>
  close(): Promise<void>
}

export const createConsole = (
  { service, apiKey, workflows, integrations, workspace, waiting, streamCount, logLines }: ConsoleContext,
  { title, basePath, changesInboxes, hasLogIn }: ConsoleOptions,
): Console => {
  const inProcess = async (input: RequestInfo | URL, init?: RequestInit) => service(new Request(input, init))
  const client = createServiceClient({ baseUrl: serviceUrl, apiKey, fetch: inProcess })
  const proxy = createInboxProxy({
    serviceUrl,
    apiKey,
    fetch: inProcess,
    basePath: basePath + inboxPath,
    authenticate: ({ url }) => subscriberIn(new URL(url).pathname),
    ...(!changesInboxes && {
      // The proxy would create a subscriber that the service does not know.
      fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
        const request = new Request(input, init)
        return request.method === 'GET' ? service(request) : new Response(null, { status: 404 })
      },
      // Of a mistyped id. The service has logged all others.
      onError: () => undefined,
    }),
  })

  const trigger = (request: Request): Promise<Response> => {
    const headers = { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' }
    return service(new Request(serviceUrl + triggerPath, { ...bodyOf(request), method: 'POST', headers }))
  }

  const listMessages = async (subscriberId: string | undefined) => {
    const { data } = await client.listMessages({ limit: rowCount, ...(subscriberId !== undefined && { subscriberId }) })
    // A message also has the credentials of its subscriber.
    return data.map((message) => ({
      id: message._id,
      transactionId: message.transactionId,
      workflow: message.template?.name ?? message.templateIdentifier,
      subscriberId: message.subscriber?.subscriberId,
      channel: message.channel,
      status: waitingIds.has(message.errorId ?? '') ? 'waiting' : message.status,
      reason: message.errorText,
      createdAt: message.createdAt,
    }))
  }

  const readState = async (query: URLSearchParams) => {
    const subscriberId = query.get('subscriber') ?? undefined
    const [messages, entries] = await Promise.all([listMessages(subscriberId), waiting(subscriberId)])
    return { messages, waiting: entries, streamCount: streamCount(), log: logLines() }
  }

  const readSubscriber = async (subscriberId: string) => {
    try {
      const [profile, preferences] = await Promise.all([
        client.getSubscriber(subscriberId),
        client.getPreferences(subscriberId),
      ])
      // A subscriber also has the credentials of its channels.
      const { firstName, lastName, email, phone, locale, timezone } = profile
      return { subscriberId, profile: { firstName, lastName, email, phone, locale, timezone }, preferences }
    } catch (error) {
      if (isHttpError(error) && error.status === 404) return { subscriberId, profile: null, preferences: null }
      throw error
    }
  }

  const serveFile = async (file: ConsoleFile) => {
    const { readConsoleFile } = await import('./readConsoleFile.ts')
    const { text, type } = await readConsoleFile(file)
    if (text !== undefined) return respondWith(text, type)
    return refusal(404, `${file.name} is missing in the package tidings-service. Install it again.`)
  }

  return {
    isInbox: (pathname) => pathname.startsWith(`${inboxPath}/`),
    serveInbox: async (request) =>
      changesInboxes || request.method === 'GET'
        ? proxy(request)
        : refusal(405, 'The console shows inboxes, and changes none.', { allow: 'GET' }),
    respond: async (request, pathname) => {
      const method = pathname === triggerPath ? 'POST' : 'GET'
      if (request.method !== method) return refusal(405, `This address allows ${method}.`, { allow: method })
      if (pathname === triggerPath) return trigger(request)
      const file = fileAt(pathname)
      if (file) return serveFile(file)
      if (pathname === '/setup') return json({ title, workflows, integrations, workspace, changesInboxes, hasLogIn })
      if (pathname === '/state') return json(await readState(new URL(request.url).searchParams))
      const subscriberId = pathname === '/subscriber' ? new URL(request.url).searchParams.get('id') : null
      if (subscriberId !== null) return json(await readSubscriber(subscriberId))
      return refusal(404, `${title} has nothing at ${basePath}${pathname}. Its page is at ${basePath}/.`)
    },
    close: () => proxy.close(),
  }
}

/** The proxy only calls this for a path with a subscriber that can be decoded. */
const subscriberIn = (pathname: string): string | null => {
  const [, subscriberId] = /\/subscribers\/([^/]+)/.exec(pathname) ?? []
  return subscriberId === undefined ? null : decodeURIComponent(subscriberId)
}

/** The body of a request, with what Node needs to pass on a stream. */
const bodyOf = ({ body }: Request): RequestInit => ({ body, ...(body && { duplex: 'half' }) })
