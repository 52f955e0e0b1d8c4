import { stillEnvironment } from './stillEnvironment.ts'

/** The next step of a scripted service: a response, or a lost connection. */
export type Step = Response | Error

/** A request that was sent. */
interface SentRequest {
  method: string
  url: string
  headers: Headers
  body: unknown
  key: string | null
}

/** A JSON response. */
export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** The error of fetch in Node after a lost connection. */
export const lost = () => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })

/**
 * A service that follows a script, for the four operations of servers, which `createTestService` does not have.
 */
export const scriptedService = (...script: Step[]) => {
  const requests: SentRequest[] = []

  const fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({
      method: init.method ?? 'GET',
      url: String(input),
      headers,
      body,
      key: headers.get('idempotency-key'),
    })
    const step = script.shift()
    if (step === undefined) throw new Error('The script has no more answers.')
    if (step instanceof Error) throw step
    return step
  }) satisfies typeof globalThis.fetch

  const { environment } = stillEnvironment()
  return { requests, options: { baseUrl: 'https://api.example.com', fetch, environment } }
}
