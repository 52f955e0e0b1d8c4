import { checkApiKey } from '../client/apiKey.ts'
import { checkBaseUrl } from '../client/baseUrl.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import type { InboxProxyErrorContext, InboxProxyOptions } from './inboxProxyOptions.ts'

/** Options that were checked and filled in. */
export interface ProxySettings extends Omit<Required<InboxProxyOptions>, 'allowedOrigins'> {
  allowedOrigins: ReadonlySet<string>
}

const factory = 'createInboxProxy'

/** @throws RequestError for options that can't work. */
export const proxySettings = (options: InboxProxyOptions): ProxySettings => {
  if (typeof options.authenticate !== 'function')
    throw wrong('authenticate', 'must be a function from a request to a subscriberId or null')
  return {
    serviceUrl: checkServiceUrl(options.serviceUrl),
    apiKey: checkApiKey(factory, options.apiKey),
    authenticate: options.authenticate,
    basePath: checkBasePath(options.basePath ?? ''),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout: options.timeout ?? 8_000,
    allowedOrigins: new Set(options.allowedOrigins?.map(checkOrigin)),
    maxBodyBytes: options.maxBodyBytes ?? 131_072,
    onError: options.onError ?? logError,
  }
}

const wrong = (field: string, message: string) => new RequestError(factory, [{ field, message }])

const checkServiceUrl = (text: string): string => {
  const serviceUrl = checkBaseUrl(factory, text, 'serviceUrl')
  if (URL.canParse(serviceUrl)) return serviceUrl
  throw wrong('serviceUrl', 'must be a whole address such as "https://api.example.com"')
}

/** As a request's address has it: encoded, without slashes at the end. */
const checkBasePath = (text: string): string => {
  if (!/^(\/(?![/\\])[^?#]*)?$/.test(text)) throw wrong('basePath', 'must be a path such as "/api/inbox"')
  return new URL(text, 'http://host').pathname.replace(/\/+$/, '')
}

const checkOrigin = (text: string): string => {
  if (!URL.canParse(text) || new URL(text).origin === 'null')
    throw wrong('allowedOrigins', 'must hold origins such as "https://app.example.com"')
  return new URL(text).origin
}

// A key that the service refuses would otherwise show as nothing but 502s in the readers' browsers.
const logError = (error: unknown, { requestId, operation }: InboxProxyErrorContext) =>
  // oxlint-disable-next-line no-console -- the host gave no other place for it
  console.error(
    `tidings proxy, request ${requestId}${operation === undefined ? '' : `, ${operation}`}:`,
    error,
  )
