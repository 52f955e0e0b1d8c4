import { checkApiKey } from '../client/apiKey.ts'
import { checkBaseUrl } from '../client/baseUrl.ts'
import { defaultResponseBytes } from '../client/cappedSend.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import { warnOnce } from '../client/errors/warnOnce.ts'
import { withoutExtraSlashes } from '../contract/matchOperation.ts'
import { createErrorLog, type ErrorLog } from './errorLog.ts'
import type { Authenticate, InboxProxyErrorContext, InboxProxyOptions, InboxProxyServing } from './inboxProxyOptions.ts'
import { type LiveSettings, liveSettings } from './live/liveOptions.ts'
import { checkSigningSecrets } from './signingKeys.ts'

/** Checked options, with their defaults. */
export interface ProxySettings extends Omit<
  Required<InboxProxyServing>,
  'allowedOrigins' | 'avatarOrigins' | 'serviceUrl' | 'apiKey' | 'live' | 'onError'
> {
  /** Empty if it is among the missing ones. */
  serviceUrl: string
  /** Empty if it is among the missing ones. */
  apiKey: string
  /** Names of options without a value, such as an environment variable that is not set while the app is built. */
  missing: readonly string[]
  authenticate: Authenticate<unknown> | undefined
  /** At least one. Undefined without a `signingSecret`. */
  signingSecrets: readonly string[] | undefined
  allowedOrigins: ReadonlySet<string>
  /** Undefined: any. */
  avatarOrigins: ReadonlySet<string> | undefined
  /** Undefined if live delivery is off. */
  live: LiveSettings | undefined
  errors: ErrorLog
}

const factory = 'createInboxProxy'

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Values of environment variables may be missing: a build has no secrets.
 * @throws RequestError for invalid options.
 */
export const proxySettings = <NodeRequest>(options: InboxProxyOptions<NodeRequest>): ProxySettings => {
  if (typeof process !== 'undefined' && process.env.NODE_ENV !== 'production') warnOfUnknownOptions(options)
  const { authenticate, signingSecret, onError } = options
  if (authenticate === undefined ? !Object.hasOwn(options, 'signingSecret') : typeof authenticate !== 'function')
    throw invalid(
      'authenticate',
      'must be a function that returns the subscriberId of a request, or null: pass it or a signingSecret',
    )
  const { apiKey, serviceUrl } = options
  const key = isMissing(apiKey) ? '' : checkApiKey(factory, apiKey)
  return {
    missing: Object.entries({ serviceUrl, apiKey, ...(!authenticate && { signingSecret }) }).flatMap(([name, value]) =>
      isMissing(value) ? name : [],
    ),
    serviceUrl: serviceUrl ? checkServiceUrl(serviceUrl) : '',
    apiKey: key,
    authenticate: authenticate as Authenticate<unknown> | undefined,
    signingSecrets: signingSecret ? checkSigningSecrets(factory, 'signingSecret', signingSecret, key) : undefined,
    basePath: checkBasePath(options.basePath ?? ''),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout: options.timeout ?? 8_000,
    allowedOrigins: new Set(options.allowedOrigins?.map((text) => checkOrigin('allowedOrigins', text))),
    avatarOrigins:
      options.avatarOrigins &&
      new Set(options.avatarOrigins.map((text) => (text === 'self' ? text : checkOrigin('avatarOrigins', text)))),
    maxBodyBytes: checkBytes('maxBodyBytes', options.maxBodyBytes ?? 131_072),
    maxResponseBytes: checkBytes('maxResponseBytes', options.maxResponseBytes ?? defaultResponseBytes),
    live: liveSettings(options.live),
    errors: onError
      ? { report: guarded(onError), recovered: () => {} }
      : createErrorLog(`${serviceUrl} ${options.basePath}`),
  }
}

/** An `onError` that throws or rejects must end no response, no poll and no process. */
const guarded =
  (onError: (error: unknown, context: InboxProxyErrorContext) => unknown) =>
  async (error: unknown, context: InboxProxyErrorContext): Promise<void> => {
    try {
      await onError(error, context)
    } catch (thrown) {
      // oxlint-disable-next-line no-console -- the app's own report has failed
      console.error(`tidings proxy, request ${context.requestId}: onError failed.`, thrown, 'It reported:', error)
    }
  }

/** The type makes this list complete. */
const known: Record<keyof InboxProxyOptions, true> = {
  serviceUrl: true,
  apiKey: true,
  authenticate: true,
  signingSecret: true,
  basePath: true,
  fetch: true,
  timeout: true,
  allowedOrigins: true,
  avatarOrigins: true,
  maxBodyBytes: true,
  maxResponseBytes: true,
  live: true,
  onError: true,
}

const warnOfUnknownOptions = (options: object) => {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0)
    warnOnce(
      'TIDINGS_307',
      `createInboxProxy has no option ${unknown.join(', ')}. Its options are ${Object.keys(known).join(', ')}.`,
    )
}

const invalid = (field: string, message: string) => new RequestError(factory, [{ field, message }])

/** Every comparison with NaN is false, so NaN would be no limit. */
const checkBytes = (option: string, bytes: number): number => {
  if (bytes > 0) return bytes
  throw invalid(option, 'must be a number of bytes above 0')
}

const checkServiceUrl = (text: string): string => {
  if (URL.canParse(text)) return checkBaseUrl(factory, text, 'serviceUrl')
  throw invalid('serviceUrl', 'must be an absolute URL such as "https://api.example.com"')
}

/** Normalizes a path as in a request's URL: percent-encoded, without extra slashes. */
const checkBasePath = (text: string): string => {
  if (!/^(\/(?![/\\])[^?#]*)?$/.test(text)) throw invalid('basePath', 'must be a path such as "/api/inbox"')
  return withoutExtraSlashes(new URL(text, 'http://host').pathname).replace(/\/$/, '')
}

/** Origins are compared as a whole: a path would be ignored, and a wildcard or a user name would never match. */
const checkOrigin = (option: string, text: string): string => {
  const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: 'null', href: '' }
  if (origin === 'null' || href !== `${origin}/` || origin.includes('*'))
    throw invalid(option, 'must contain complete origins such as "https://app.example.com", without path or "*"')
  return origin
}
