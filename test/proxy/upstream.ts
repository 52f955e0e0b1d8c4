import { vi } from 'vitest'
import {
  createInboxProxy,
  type Authenticate,
  type InboxProxyErrorContext,
  type InboxProxyServing,
  type SigningSecret,
} from '../../src/proxy/index.ts'
import { createTestService, type TestServiceOptions } from '../../src/testing/index.ts'
import { notification } from '../contract/samples.ts'

export const apiKey = 'top-secret-key'
export const origin = 'https://app.example.com'
export const paths = {
  feed: '/v1/subscribers/pia/notifications/feed',
  preferences: '/v2/subscribers/pia/preferences',
  markAs: '/v1/subscribers/pia/messages/mark-as',
  markAll: '/v1/subscribers/pia/messages/mark-all',
}

/** A request that the service received. */
interface UpstreamRequest {
  url: string
  init: RequestInit
  headers: Record<string, string>
  body: unknown
}

/** A response of the service, or a replacement of it. */
type Answer = 'own' | Response | Error | ((init: RequestInit) => Promise<Response>)

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

interface SetUpOptions extends Partial<InboxProxyServing> {
  authenticate?: Authenticate
  /** Options of the service. Default: pia's inbox with one notification. */
  service?: TestServiceOptions
  /** The service's responses to probes for archive, snooze and delete, in order. Default: 404 each time. */
  probes?: Answer[]
  /** With a secret and without `authenticate`, there are no sessions. */
  signingSecret?: SigningSecret
}

/** The path of a probe. */
const isProbe = (url: string) => url.endsWith(`/count?filters=${encodeURIComponent('[{}]')}`)

/** A proxy for pia, who is signed in, and a service that accepts only as many requests as there are responses. */
export const setUp = (
  answers: Answer[] = [],
  { authenticate, signingSecret, service: held, probes, ...options }: SetUpOptions = {},
) => {
  const service = createTestService({ subscriberId: 'pia', notifications: [notification], ...held })
  const upstream: UpstreamRequest[] = []
  const probed: string[] = []
  const fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const list = isProbe(String(input)) ? (probes ?? [json({ message: `Cannot GET ${String(input)}` }, 404)]) : answers
    if (isProbe(String(input))) probed.push(String(input))
    else
      upstream.push({
        url: String(input),
        init,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      })
    const answer = list.shift()
    if (answer === undefined) throw new Error('The service was asked once too often.')
    if (answer === 'own') return service.fetch(input, init)
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(init) : answer
  }) satisfies typeof globalThis.fetch
  const onError = vi.fn<(error: unknown, context: InboxProxyErrorContext) => void>()
  const proxy = createInboxProxy({
    serviceUrl: 'https://service.example.com',
    apiKey,
    ...(signingSecret === undefined
      ? { authenticate: authenticate ?? (() => 'pia') }
      : { authenticate, signingSecret }),
    basePath: '/api/inbox',
    fetch,
    onError,
    ...options,
  })
  const send = (path: string, init: RequestInit = {}) => proxy(new Request(`${origin}/api/inbox${path}`, init))
  /** Sends a write like a page of this site. */
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { proxy, send, post, service, upstream, probed, onError }
}
