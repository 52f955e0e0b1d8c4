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

/**
 * Says who is asking: the `subscriberId` of the user that is signed in, or null for nobody. Look at the headers (a
 * session's cookie, a token), never at the body, which the proxy still has to read.
 */
export type Authenticate = (request: Request) => string | null | undefined | Promise<string | null | undefined>

/** The two ways to know who is asking: at least one of them. With both, each request may use either. */
type Identification =
  | {
      authenticate: Authenticate
      /**
       * Knows who is asking by the `subscriberHash` that the page sends: see `signSubscriber`. A random text of at least 32
       * characters, not the API key. To change it, give a list: the first signs, and each is good for what it signed before.
       */
      signingSecret?: SigningSecret | undefined
    }
  | { authenticate?: Authenticate | undefined; signingSecret: SigningSecret }

/** Options of `createInboxProxy`. */
export type InboxProxyOptions = InboxProxyServing & Identification

/** What does not concern who is asking. */
export interface InboxProxyServing {
  /** Where the notification service is. */
  serviceUrl: string
  /** The secret key of the environment. It goes to the service, and nowhere else. */
  apiKey: string
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
   * Told of everything that is the host's or the service's fault: a key that the service refuses, an unreachable
   * service, an answer that can't be read, an `authenticate` that throws. Default: `console.error`.
   */
  onError?: (error: unknown, context: InboxProxyErrorContext) => void
}
