import { createTestService, makeNotifications } from '../src/testing/index.ts'

export const pageSize = 100
export const pageCount = 100

/**
 * A service whose responses are prepared as text, so that the benchmark measures their processing and not their
 * creation. Marks go to the in-memory service.
 */
export const createCannedService = (count = pageSize * pageCount): typeof fetch => {
  const notifications = makeNotifications(count)
  const service = createTestService({ notifications })
  const texts = notifications.map((notification) => JSON.stringify(notification))
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://bench.test')
    if (!pathname.endsWith('/feed')) return service.fetch(input, init)
    const [page, limit] = [Number(searchParams.get('page') ?? 0), Number(searchParams.get('limit'))]
    const data = texts.slice(page * limit, (page + 1) * limit)
    const hasMore = (page + 1) * limit < texts.length
    const body = `{"totalCount":${texts.length},"hasMore":${hasMore},"data":[${data.join()}],"pageSize":${data.length},"page":${page}}`
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
}
