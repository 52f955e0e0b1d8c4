import { checkApiKey } from '../client/apiKey.ts'
import { checkBaseUrl } from '../client/baseUrl.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import { warnOnce } from '../client/errors/warnOnce.ts'
import type {
  Authenticate,
  InboxProxyOptions,
  InboxProxyServing,
} from './inboxProxyOptions.ts'
import { logErrors } from './logErrors.ts'
import { checkSigningSecrets } from './signingKeys.ts'

/** Options that were checked and filled in. */
export interface ProxySettings extends Omit<Required<InboxProxyServing>, 'allowedOrigins'> {
  authenticate: Authenticate | undefined
  /** Not empty. */
  signingSecrets: readonly string[] | undefined
  allowedOrigins: ReadonlySet<string>
}

const factory = 'createInboxProxy'

/** @throws RequestError for options that can't work. */
export const proxySettings = (options: InboxProxyOptions): ProxySettings => {
  if (typeof process !== 'undefined' && process.env.NODE_ENV !== 'production') warnOfUnknown(options)
  const { authenticate, signingSecret } = options
  if (authenticate === undefined ? signingSecret === undefined : typeof authenticate !== 'function')
    throw wrong(
      'authenticate',
      'must be a function that returns the subscriberId of a request, or null: pass it or a signingSecret',
    )
  const apiKey = checkApiKey(factory, options.apiKey)
  return {
    serviceUrl: checkServiceUrl(options.serviceUrl),
    apiKey,
    authenticate,
    signingSecrets:
      signingSecret === undefined
        ? undefined
        : checkSigningSecrets(factory, 'signingSecret', signingSecret, apiKey),
    basePath: checkBasePath(options.basePath ?? ''),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout: options.timeout ?? 8_000,
    allowedOrigins: new Set(options.allowedOrigins?.map(checkOrigin)),
    maxBodyBytes: checkBytes(options.maxBodyBytes ?? 131_072),
    onError: options.onError ?? logErrors(),
  }
}

/** The type makes the list whole. */
const known: Record<keyof InboxProxyOptions, true> = {
  serviceUrl: true,
  apiKey: true,
  authenticate: true,
  signingSecret: true,
  basePath: true,
  fetch: true,
  timeout: true,
  allowedOrigins: true,
  maxBodyBytes: true,
  onError: true,
}

const warnOfUnknown = (options: object) => {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0)
    warnOnce('TIDINGS_307', `createInboxProxy has no option ${unknown.join(', ')}. Its options are ${Object.keys(known).join(', ')}.`)
}

const wrong = (field: string, message: string) => new RequestError(factory, [{ field, message }])

/** NaN is more than nothing, and nothing is more than it: it would be no limit at all. */
const checkBytes = (bytes: number): number => {
  if (bytes > 0) return bytes
  throw wrong('maxBodyBytes', 'must be a number of bytes above 0')
}

const checkServiceUrl = (text: string): string => {
  if (URL.canParse(text)) return checkBaseUrl(factory, text, 'serviceUrl')
  throw wrong('serviceUrl', 'must be an absolute address such as "https://api.example.com"')
}

/** As a request's address has it: encoded, without slashes at the end. */
const checkBasePath = (text: string): string => {
  if (!/^(\/(?![/\\])[^?#]*)?$/.test(text)) throw wrong('basePath', 'must be a path such as "/api/inbox"')
  return new URL(text, 'http://host').pathname.replace(/\/+$/, '')
}

/** Compared as a whole: a path would be ignored, and a wildcard or a user's name never be met. */
const checkOrigin = (text: string): string => {
  const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: 'null', href: '' }
  if (origin === 'null' || href !== `${origin}/` || origin.includes('*'))
    throw wrong('allowedOrigins', 'must contain complete origins such as "https://app.example.com", without path or "*"')
  return origin
}
