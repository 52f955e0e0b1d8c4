import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { SendError } from './SendError.ts'

/** What a request of a sender contains. */
export interface SendRequest {
  /** HTTP method. Default `POST`. */
  method?: string
  /** Headers. Default: none. */
  headers?: Record<string, string>
  /** Body. Default: none. */
  body?: string
}

/**
 * Sends a request, and resolves to the response with the first 64 KiB of its body, also for a redirect or an error. It
 * rejects with a SendError if there is none.
 */
export type SendFetch = (url: string, request?: SendRequest) => Promise<Response>

/** The largest part of a response that is read, in bytes. */
const mostBytes = 64 * 1024

/** The networks that no address on the internet is in: see the IANA registries of special-purpose addresses. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local: also the metadata of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The metadata of Azure.
  ['168.63.129.16', 32],
] as const)
  special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  // Teredo, and other protocols.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 contains an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6')

/** All public addresses of IPv6: no loopback, unique-local, link-local, mapped or translated ones. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the internet, and not of a private network or of this machine. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const refused = () =>
  new SendError(
    'permanent',
    'The webhook URL of the subscriber leads to a private network, so it is refused. To allow these addresses, start ' +
      'the service with --allow-private-webhooks.',
  )

/** Resolves names like the system, and refuses those of which any address is not public. */
const publicLookup =
  (lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      // The connection uses one of these addresses: nobody resolves the name again in between.
      if (error || !first) callback(error ?? new SendError('temporary', 'The name has no address.'), '', 0)
      else if (!addresses.every(({ address }) => isPublicAddress(address))) callback(refused(), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/** Options of createFetch. */
interface FetchOptions {
  /** Whether addresses of private networks are allowed. */
  allowsPrivate: boolean
  /** Aborts the request, and the reading of its response. */
  signal: AbortSignal
  /** Resolves names. Default: the system's. */
  lookup?: typeof systemLookup
}

/**
 * Creates a function that sends requests, without redirects and with a limited response. Node's own `fetch` can't
 * check the address of the connection that it uses.
 */
export const createFetch =
  ({ allowsPrivate, signal, lookup = systemLookup }: FetchOptions): SendFetch =>
  async (address, { method = 'POST', headers = {}, body } = {}) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || !['http:', 'https:'].includes(url.protocol))
      throw new SendError('permanent', 'The address to send to is not an http or https URL.')
    // A socket does not look an IP address up.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!allowsPrivate && isIP(host) && !isPublicAddress(host)) throw refused()
    const isSecure = url.protocol === 'https:'
    const content = body === undefined ? undefined : Buffer.from(body)
    const options: RequestOptions = {
      method,
      headers: {
        'user-agent': 'tidings',
        'accept-encoding': 'identity',
        ...headers,
        ...(content && { 'content-length': String(content.byteLength) }),
      },
      // Of its own: a proxy of the environment would resolve the name again.
      agent: isSecure ? new HttpsAgent() : new HttpAgent(),
      ...(!allowsPrivate && { lookup: publicLookup(lookup) }),
      signal,
    }
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(networkError(error))
      try {
        const request = (isSecure ? httpsRequest : httpRequest)(url, options)
        request.on('error', fail)
        request.on('response', (response) => void readResponse(response).then(resolve, fail))
        request.end(content)
      } catch (error) {
        // A header with a line break, for example.
        reject(
          new SendError('permanent', 'The request can’t be sent: its address or a header is invalid.', {
            cause: error,
          }),
        )
      }
    })
  }

const readResponse = async (response: IncomingMessage): Promise<Response> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.byteLength
    // Leaving the loop destroys the connection.
    if (length >= mostBytes) break
  }
  const { statusCode: status = 500, headers } = response
  const isEmpty = [204, 205, 304].includes(status)
  return new Response(isEmpty ? null : Buffer.concat(chunks).subarray(0, mostBytes), {
    status,
    headers: Object.entries(headers).flatMap(([name, value = '']) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  })
}

/** The messages of Node's errors contain addresses, their codes don't. */
const networkError = (error: unknown): SendError => {
  if (error instanceof SendError) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no response'
  return new SendError('temporary', `The provider could not be reached (${code}).`, { cause: error })
}
