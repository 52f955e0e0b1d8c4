import type { ProxyOperationName } from '../contract/extensions/proxyOperations.ts'
import type { LiveOptions } from './live/liveOptions.ts'
import type { SigningSecret } from './signingKeys.ts'

/** The request of an error, for your log. */
export interface InboxProxyErrorContext {
  /**
   * `x-request-id` of the response, which a user can quote. It is that of the request, or a new one. The service gets
   * it too, and tidings-service has it in its log.
   */
  requestId: string
  /** Operation: "getFeed", or "live" for live delivery. Undefined until the path is matched. */
  operation?: ProxyOperationName | 'live'
  /** Subscriber who is signed in. Undefined until the request is authenticated. */
  subscriberId?: string
}

/** The second argument of `authenticate`. */
export interface AuthenticateContext<NodeRequest = undefined> {
  /**
   * Request of your Node server, with the properties that middleware has added: `req.session` of express-session,
   * `req.user` of Passport. `toNodeHandler` passes it. Name its type to use it: `createInboxProxy<express.Request>(…)`.
   * Without that type it is undefined: Next.js, Hono and Workers have only the web request.
   */
  req: NodeRequest
}

/**
 * Returns the `subscriberId` of the user who is signed in, or null if no one is. Read the headers (a session cookie, a
 * token) or `context.req`, but never the body: the proxy reads that afterwards.
 */
export type Authenticate<NodeRequest = undefined> = (
  request: Request,
  context: AuthenticateContext<NodeRequest>,
) => string | null | undefined | Promise<string | null | undefined>

/** The two ways to authenticate: at least one is required. With both, each request may use either. */
type Identification<NodeRequest> =
  | {
      /**
       * Returns the `subscriberId` of the user who is signed in, or null if no one is. If it throws, returns another
       * type, or takes longer than `timeout`, that is an error of the set-up: see `onError`.
       */
      authenticate: Authenticate<NodeRequest>
      /**
       * Secret of the `subscriberHash` that pages send: see `signSubscriber`. A random string of at least 32
       * characters, not the API key. To rotate it, pass a list: the first secret signs, and hashes of each remain
       * valid.
       */
      signingSecret?: SigningSecret | undefined
    }
  | {
      /** Not needed with a `signingSecret`. */
      authenticate?: Authenticate<NodeRequest> | undefined
      /** Required without `authenticate`. It may be undefined while your app is built: see `apiKey`. */
      signingSecret: SigningSecret | undefined
    }

/** The options of `createInboxProxy`. `NodeRequest` is the type of `context.req` in `authenticate`. */
export type InboxProxyOptions<NodeRequest = undefined> = InboxProxyServing & Identification<NodeRequest>

/** The options of `createInboxProxy` that do not authenticate. */
export interface InboxProxyServing {
  /**
   * URL of the notification service: "https://api.example.com". It may be undefined while your app is built: see
   * `apiKey`.
   */
  serviceUrl: string | undefined
  /**
   * Secret key of the environment. The proxy sends it only to the service. A build often has no secrets, so the key may
   * be undefined or empty when the proxy is created. Each request then fails, and the log says why (TIDINGS_309).
   */
  apiKey: string | undefined
  /**
   * Path that the proxy is served at: "/api/inbox". It may leave out the path that the whole app is below. Default "",
   * the root.
   */
  basePath?: string
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /**
   * Maximum duration of the service's response, of `authenticate`, and of reading the request's body, each in
   * milliseconds. Default 8,000: less than the 10,000 of the browser's client, so that the browser receives an error
   * instead of running into its own timeout.
   */
  timeout?: number
  /**
   * Origins of further pages that may send requests: `["https://app.example.com"]`. Needed if your pages have another
   * origin, or if a server in front changes the host. Each is compared as a whole, with scheme, host and port; there
   * are no wildcards. The proxy sends their CORS headers and responds to their preflights: route OPTIONS to it too.
   * Default: none.
   */
  allowedOrigins?: readonly string[]
  /**
   * Origins that the pictures of actors may load from: `["https://cdn.example.com", "self"]`, where "self" stands for
   * paths of your own site. Other pictures are removed, and an icon shows. Default: any https or http origin, and your
   * site.
   */
  avatarOrigins?: readonly string[]
  /** Maximum size of a request's body, in bytes. Default 131,072: about 4,500 message ids. */
  maxBodyBytes?: number
  /**
   * Maximum size of a response of the service, in bytes, after decompression. A larger one is an error (502). Default
   * 16,777,216: 100 notifications of 160 kB.
   */
  maxResponseBytes?: number
  /**
   * Live delivery: the proxy notifies open inboxes of changes, instead of letting them poll every 30 seconds. It works
   * without options if the service is tidings/service. `false` disables it. Default `{}`, and `false` in Cloudflare
   * Workers, which can't share a stream of the service among requests.
   */
  live?: false | LiveOptions
  /**
   * Called with every failure of your server or the service, once per request: a rejected key, an unreachable service,
   * an invalid response, an `authenticate` that throws. Default: `console.error`, which logs an error of the set-up
   * once until it is over, and repeats of other errors in one line. A request that is refused because of its origin,
   * its subscriber or its `basePath` is no failure: it is one line of `console.warn`. What `onError` itself throws goes
   * to `console.error`, and changes no response.
   */
  onError?: (error: unknown, context: InboxProxyErrorContext) => void
}
