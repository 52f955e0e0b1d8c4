import type { HttpHandler } from 'msw'
import { inboxOperations } from '../contract/inboxOperations.ts'
import type { TestService } from './createTestService.ts'
import { loadPeers } from './loadPeers.ts'

const { http, HttpResponse } = await loadPeers(
  [{ name: 'msw', wanted: '^2.7.0', uses: (msw) => ({ http: msw.http, HttpResponse: msw.HttpResponse }) }],
  () => import('msw'),
)

/** Where MSW finds the inbox's requests among those of a page. */
export interface MswOptions {
  /**
   * Where the page looks for its inbox: what `<Inbox baseUrl>` has. A path such as "/api/inbox" is answered on every origin.
   */
  baseUrl: string
}

/**
 * Mock Service Worker's handlers that answer as a test service does, its faults included: for pages whose `<Inbox>` takes no
 * `fetch` from the test. For `setupServer` of msw/node and `setupWorker` of msw/browser alike.
 *
 * ```ts
 * const service = createTestService({ notifications: makeNotifications(3) })
 * const server = setupServer(...toMswHandlers(service, { baseUrl: '/api/inbox' }))
 * ```
 */
export const toMswHandlers = (service: Pick<TestService, 'fetch'>, { baseUrl }: MswOptions): HttpHandler[] => {
  const root = `${baseUrl.startsWith('/') ? '*' : ''}${baseUrl.replace(/\/+$/, '')}`
  const answer = async ({ request }: { request: Request }) => {
    try {
      return await service.fetch(request)
    } catch (error) {
      // A lost connection and a request that was given up. Thrown on, msw would make an answer of it: 500.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  }
  // Every method: the service itself says which one an operation takes.
  return Object.values(inboxOperations).map(({ path }) =>
    http.all(root + path.replace('{subscriberId}', ':subscriberId'), answer),
  )
}
