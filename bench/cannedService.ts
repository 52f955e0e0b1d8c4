import type { FeedPage } from '../src/contract/feed.ts'
import { createTestService, makeNotifications } from '../src/testing/index.ts'

export const pageSize = 100
export const pageCount = 100

/**
 * A service whose pages lie ready as text: what is measured is our work on an answer, not the making of it. Marks go to
 * the in-memory service.
 */
export const createCannedService = (count = pageSize * pageCount): typeof fetch => {
  const notifications = makeNotifications(count)
  const service = createTestService({ notifications })
  const lastPage = Math.ceil(count / pageSize) - 1
  const pages = Array.from({ length: lastPage + 1 }, (_, page) => {
    const data = notifications.slice(page * pageSize, (page + 1) * pageSize)
    const body: Omit<FeedPage, 'unreadable'> = {
      totalCount: notifications.length,
      hasMore: page < lastPage,
      data,
      pageSize,
      page,
    }
    return JSON.stringify(body)
  })
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://bench.test')
    if (!pathname.endsWith('/feed')) return service.fetch(input, init)
    return new Response(pages[Number(searchParams.get('page') ?? 0)], { headers: { 'content-type': 'application/json' } })
  }
}
