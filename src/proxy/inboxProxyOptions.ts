import type { InboxOperationName } from '../contract/inboxOperations.ts'
import type { SigningSecret } from './signingKeys.ts'

/** Where an error happened, for the host's log. */
export interface InboxProxyErrorContext {
  /** The `x-request-id` of the answer: what a reader can quote. */
  requestId: string
  /** The operation, once the address was understood. */
  operation?: InboxOperationName
  /** Whose inbox it is, once that was known. */
  subscriberId?: string
}

/** What `authenticate` gets besides the web request. */
export interface AuthenticateContext<NodeRequest = undefined> {
  /**
   * The request of your Node server, with what its middleware has added: `req.session` of express-session, `req.user` of
   * Passport. `toNodeHandler` passes it. Name its type to use it: `createInboxProxy<express.Request>(…)`. Without such a
   * type it is undefined: Next.js, Hono and workers have no other request than the web one.
   */
  req: NodeRequest
}

/**
 * Returns the `subscriberId` of the user who is signed in, or null for nobody. Read the headers (a session's cookie, a
 * token) or `context.req`, but never the body: the proxy still has to read that.
 */
export type Authenticate<NodeRequest = undefined> = (
  request: Request,
  context: AuthenticateContext<NodeRequest>,
) => string | null | undefined | Promise<string | null | undefined>

/** The two ways to know who is asking: at least one of them. With both, each request may use either. */
type Identification<NodeRequest> =
  | {
      /**
       * Returns the `subscriberId` of the user who is signed in, or null for nobody. What it throws, a result of another
       * type, or more time than `timeout` is an error of the set-up: see `onError`.
       */
      authenticate: Authenticate<NodeRequest>
      /**
       * Knows who is asking by the `subscriberHash` that the page sends: see `signSubscriber`. A random text of at least 32
       * characters, not the API key. To change it, give a list: the first signs, and each is good for what it signed before.
       */
      signingSecret?: SigningSecret | undefined
    }
  | { authenticate?: Authenticate<NodeRequest> | undefined; signingSecret: SigningSecret | undefined }

/** Options of `createInboxProxy`. `NodeRequest` is the type of `context.req` in `authenticate`. */
export type InboxProxyOptions<NodeRequest = undefined> = InboxProxyServing & Identification<NodeRequest>

/** What does not concern who is asking. */
export interface InboxProxyServing {
  /** The address of the notification service. It may be undefined while your app is built: see `apiKey`. */
  serviceUrl: string | undefined
  /**
   * The secret key of the environment. The proxy sends it to the service only. A build often has no secrets, so it may be
   * undefined or empty when the proxy is made. Then each request fails, and the log says why (TIDINGS_309).
   */
  apiKey: string | undefined
  /** The path that the proxy is served below: "/api/inbox". Default "": at the root. */
  basePath?: string
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /**
   * How long the service may take, in milliseconds; and each of what comes before: `authenticate`, and the request's
   * body. Default 8,000: less than the 10,000 of a page's client, so that the page hears of it instead of running into
   * a time-out of its own.
   */
  timeout?: number
  /**
   * Origins of pages that may ask besides those on the request's own host: `["https://app.example.com"]`, where the
   * pages live elsewhere or a server in front changes the host. Each is compared as a whole: scheme, host and port, no
   * wildcards. They get the CORS headers that they need, and their preflights are answered: serve OPTIONS too.
   */
  allowedOrigins?: readonly string[]
  /** Largest body that is read, in bytes. Default 131,072: some 4,500 message ids. */
  maxBodyBytes?: number
  /**
   * Called with every failure of the host or the service, once for each request: a refused key, an unreachable service, an
   * answer that can't be read, an `authenticate` that throws. Default: `console.error`, which shows an error of the set-up
   * once until it is over, and repeats of all others in one line.
   */
  onError?: (error: unknown, context: InboxProxyErrorContext) => void
}
