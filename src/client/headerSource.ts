import { readHeaders } from './readHeaders.ts'

/** The headers of each request, or a function that returns them. */
export type InboxHeaders = HeadersInit | ((refused?: Headers) => HeadersInit | Promise<HeadersInit>)

/** The source of the headers that the host app gives. */
export interface HeaderSource {
  /** Calls the app's function, or waits for the renewal that it is busy with. */
  get(): Promise<Headers>
  /** Renews headers that the proxy refused with 401: once for all requests that were sent before the renewal. */
  renew(refused: Headers): Promise<Headers>
  /** Discards a pending renewal. */
  forget(): void
}

export const createHeaderSource = (given: InboxHeaders | undefined): HeaderSource => {
  /** The last renewal. */
  let renewal: Promise<Headers> | undefined
  let isPending = false
  /** The last renewal at the time of a request. */
  const requestedAfter = new WeakMap<Headers, Promise<Headers> | undefined>()

  const call = async (refused?: Headers) => readHeaders(typeof given === 'function' ? await given(refused) : given)

  const start = (refused: Headers) => {
    const started = call(refused)
    const end = () => {
      if (renewal === started) isPending = false
    }
    started.then(end, end)
    isPending = true
    return started
  }

  return {
    get: async () => {
      const last = renewal
      const headers = await (isPending && last ? last.then((renewed) => new Headers(renewed)) : call())
      requestedAfter.set(headers, last)
      return headers
    },
    renew: async (refused) => {
      if (requestedAfter.get(refused) === renewal) renewal = start(refused)
      return new Headers(await renewal)
    },
    forget: () => {
      isPending = false
    },
  }
}
