import type { CreateBackend } from '../backend.ts'

/** The most that its client accepts. */
const mostOfPage = 100

/** Courier's GraphQL. Its client writes values into the text of a query, so they are read from there. */
export const createBackend: CreateBackend = (notifications) => {
  const messages = notifications.map(({ id, title, text, read, createdAt, buttons }) => ({
    messageId: id,
    title,
    preview: text,
    created: createdAt,
    archived: null,
    read: read ? createdAt : null,
    opened: read ? createdAt : null,
    data: {},
    tags: [],
    trackingIds: { clickTrackingId: id },
    actions: buttons.map((content) => ({ content, href: '', data: {} })),
  }))
  const countUnread = () => messages.filter(({ read }) => read === null).length
  const page = (start: number, limit: number, all: typeof messages) => {
    const hasNextPage = start + limit < all.length
    return {
      count: all.length,
      unreadCount: all === messages ? countUnread() : 0,
      messages: {
        totalCount: all.length,
        pageInfo: { startCursor: hasNextPage ? String(start + limit) : null, hasNextPage },
        nodes: all.slice(start, start + limit),
      },
    }
  }

  return ({ method, path, body }) => {
    if (path === '/brand' || method !== 'POST') return { json: { data: {} } }
    const query = String(body.query ?? '')
    if (query.includes('query GetInboxMessages')) {
      const limit = Math.min(mostOfPage, Number(/\$limit: Int = (\d+)/.exec(query)?.[1] ?? 24))
      const start = Number(/\$after: String = "([^"]+)"/.exec(query)?.[1] ?? 0)
      return { json: { data: page(start, limit, query.includes('archived: true') ? [] : messages) } }
    }
    if (query.includes('markAllRead')) {
      for (const message of messages) message.read ??= new Date().toISOString()
      return { json: { data: { markAllRead: true } } }
    }
    const [, event, id] = /mutation TrackEvent \{\s*(\w+)\(messageId: "([^"]+)"/.exec(query) ?? []
    if (event !== undefined) {
      const message = messages.find(({ messageId }) => messageId === id)
      if (message && event === 'read') message.read = new Date().toISOString()
      return { json: { data: { [event]: true } } }
    }
    if (query.includes('BatchTrackEvents')) return { json: { data: {} } }
    const counts = [...query.matchAll(/(\w+): count\(/g)].map(([, name = '']) => name)
    if (counts.length > 0)
      return {
        json: { data: Object.fromEntries(counts.map((name) => [name, name.includes('archiv') ? 0 : countUnread()])) },
      }
    return undefined
  }
}
