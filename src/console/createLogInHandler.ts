import { clocks } from '../client/clock.ts'
import { withoutExtraSlashes } from '../contract/matchOperation.ts'
import { refuseCrossSite } from '../proxy/crossOrigin.ts'
import type { ConsoleContext, ConsoleHandler } from './consoleContext.ts'
import { logInPage } from './consoleFiles.ts'
import { consolePath } from './consolePath.ts'
import { json, redirect, refusal, respondWith } from './consoleResponses.ts'
import { createConsole } from './createConsole.ts'

/** The sessions of the people who have logged in. */
export interface ConsoleSessions {
  /** The duration of a session, in milliseconds. It is not extended. */
  duration: number
  /** Starts a session, which also ends when the key is removed. Returns its id, which only the browser gets. */
  start(apiKey: string): Promise<string>
  /** Whether a session with this id was started and has not ended. */
  isOpen(id: string): Promise<boolean>
  /** Ends a session, for all processes. */
  end(id: string): Promise<void>
}

interface LogInOptions {
  sessions: ConsoleSessions
  /** Compares a text with the API keys, in a time that reveals nothing. */
  isKey: (text: string) => boolean
  /** Receives a line for each log-in, and for each that was refused. */
  log: (line: string) => void
  /** Measures the time between attempts, in milliseconds. */
  monotonic?: () => number
}

/** So many wrong keys within a minute refuse all further ones of that minute. */
const mostWrongKeys = 5
const minute = 60_000

/** The most bytes of a log-in form. */
const longestForm = 4096

const cookieName = 'tidings_console'
const noOrigins: ReadonlySet<string> = new Set()

/**
 * The console of a service in production, at `/console`. The API key opens a session, and the browser gets the random
 * id of that session, never the key. Nothing but the log-in page is served without a session, or to a page of another
 * origin: also one of the same site, to which `SameSite` makes no difference.
 */
export const createLogInHandler = (
  context: ConsoleContext,
  { sessions, isKey, log, monotonic = clocks.monotonic }: LogInOptions,
): ConsoleHandler => {
  const options = { title: 'tidings console', basePath: consolePath, changesInboxes: false, hasLogIn: true }
  const shared = createConsole(context, options)
  /** When the last wrong keys were sent. The oldest is first. */
  let wrongAt: number[] = []

  const findSession = async (request: Request): Promise<string | undefined> => {
    // Another app of this domain can set a cookie of the same name: one of them has to be a session.
    for (const id of cookiesOf(request)) if (await sessions.isOpen(id)) return id
    return undefined
  }

  const showLogIn = async (status: number, problem = '', headers: Record<string, string> = {}) => {
    const { readConsoleFile } = await import('./readConsoleFile.ts')
    const { text, type } = await readConsoleFile(logInPage)
    if (text === undefined) return refusal(500, `${logInPage.name} is missing in the package tidings-service.`)
    return respondWith(text.replace('<!-- problem -->', problem), type, { status, headers })
  }

  const logIn = async (request: Request): Promise<Response> => {
    const form = await readForm(request)
    if (form === undefined) return refusal(413, `The form must have a length, of at most ${longestForm} bytes.`)
    // From here on nothing waits, so that no number of requests at once has more attempts.
    const now = monotonic()
    wrongAt = wrongAt.filter((time) => now - time < minute)
    const [oldest] = wrongAt
    if (oldest !== undefined && wrongAt.length >= mostWrongKeys) {
      const seconds = Math.ceil((oldest + minute - now) / 1000)
      return showLogIn(429, `Too many wrong keys. Try again in ${seconds} seconds.`, { 'retry-after': String(seconds) })
    }
    const key = form.get('key') ?? ''
    if (!isKey(key)) {
      wrongAt.push(now)
      log('A log-in to the console was refused: the key is wrong.')
      return showLogIn(401, 'This is not an API key of the service.', { 'www-authenticate': 'ApiKey' })
    }
    // Always a new id: an attacker may have set the one that the browser has.
    const id = await sessions.start(key)
    log('A log-in to the console succeeded.')
    return redirect('./', { 'set-cookie': cookieOf(request, id, sessions.duration) })
  }

  const logOut = async (request: Request): Promise<Response> => {
    for (const id of cookiesOf(request)) await sessions.end(id)
    return redirect('./', { 'set-cookie': cookieOf(request, '', 0) })
  }

  const respond = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = withoutExtraSlashes(url.pathname).slice(consolePath.length)
    // Relative addresses of the page are below the console only with this slash.
    if (url.pathname === consolePath) return redirect(`${consolePath.slice(1)}/${url.search}`)
    const { method } = request
    const isPage = method === 'GET' && (path === '' || path === '/')
    // A link of another site may lead to the page, which then shows the log-in: it gets no cookie.
    if (!isPage && !isOwnRequest(request))
      return refusal(
        403,
        'This request comes from a page of another origin. If a server in front of the service replaces the host, ' +
          'let it pass on the Host header.',
      )
    if (method === 'POST' && path === '/log-in') return logIn(request)
    if (method === 'POST' && path === '/log-out') return logOut(request)
    if (method === 'GET' && path === '/console.css') return shared.respond(request, path)
    if ((await findSession(request)) === undefined)
      return isPage ? showLogIn(200) : json({ message: 'Log in to the console.' }, 401)
    return shared.isInbox(path) ? shared.serveInbox(request) : shared.respond(request, isPage ? '/' : path)
  }

  return {
    fetch: async (request) => {
      try {
        return await respond(request)
      } catch (error) {
        log(`${consolePath}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        return refusal(500, 'The console failed. The log of the service has the reason.')
      }
    },
    close: () => shared.close(),
  }
}

/** Whether a request comes from a page of this origin. A write has to prove it: all browsers send `Origin` with it. */
const isOwnRequest = (request: Request): boolean => {
  const { method, headers } = request
  if (method !== 'GET' && !headers.has('origin') && !headers.has('sec-fetch-site')) return false
  try {
    refuseCrossSite(request, noOrigins, false)
    return true
  } catch {
    return false
  }
}

/** The ids that may be of a session. So few, because each is looked up. */
const cookiesOf = (request: Request): string[] =>
  (request.headers.get('cookie') ?? '')
    .split(';')
    .flatMap((pair) => {
      const [name, value] = pair.trim().split('=')
      return name === cookieName && value !== undefined && /^[\w-]{43}$/.test(value) ? [value] : []
    })
    .slice(0, 4)

/**
 * The `Origin` of the form says whether the page is on HTTPS: the service itself speaks plain HTTP, also behind a
 * server with TLS.
 */
const cookieOf = (request: Request, id: string, duration: number): string => {
  const isSecure = request.headers.get('origin')?.startsWith('https:') === true
  const attributes = [`Path=${consolePath}`, `Max-Age=${duration / 1000}`, 'HttpOnly', 'SameSite=Strict']
  return [`${cookieName}=${id}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

const readForm = async (request: Request): Promise<URLSearchParams | undefined> => {
  const length = Number(request.headers.get('content-length') ?? Infinity)
  return length <= longestForm ? new URLSearchParams(await request.text()) : undefined
}
