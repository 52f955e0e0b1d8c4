import type { HttpHandler } from 'msw'
import { proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { livePath } from '../contract/live/liveStream.ts'
import type { TestService } from './createTestService.ts'
import { loadPeers } from './loadPeers.ts'

const { http, HttpResponse } = await loadPeers(
  [{ name: 'msw', range: '^2.7.0', uses: (msw) => ({ http: msw.http, HttpResponse: msw.HttpResponse }) }],
  () => import('msw'),
)

/** Options of toMswHandlers. */
export interface MswOptions {
  /** The `baseUrl` of the inbox under test. A path such as "/api/inbox" matches on every origin. */
  baseUrl: string
}

/**
 * Mock Service Worker handlers that respond as a test service, including its faults. Use them if the test can't pass
 * `fetch` to the `<Inbox>`. They serve the stream of hints too, if the service has one. They work with `setupServer` of
 * msw/node and `setupWorker` of msw/browser.
 *
 * ```ts
 * const service = createTestService({ notifications: makeNotifications(3) })
 * const server = setupServer(...toMswHandlers(service, { baseUrl: '/api/inbox' }))
 * ```
 */
export const toMswHandlers = (service: Pick<TestService, 'fetch'>, { baseUrl }: MswOptions): HttpHandler[] => {
  const root = `${baseUrl.startsWith('/') ? '*' : ''}${baseUrl.replace(/\/+$/, '')}`
  const respond = async ({ request }: { request: Request }) => {
    try {
      return await service.fetch(request)
    } catch (error) {
      // A lost connection or an aborted request. MSW would turn a thrown error into a response with status 500.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  }
  // Match every method: the service itself rejects the wrong ones.
  const paths = new Set([...Object.values(proxyOperations), livePath].map(({ path }) => path))
  return [...paths].map((path) => http.all(root + path.replaceAll(/\{(\w+)\}/g, ':$1'), respond))
}
