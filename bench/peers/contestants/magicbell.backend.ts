import type { CreateBackend } from '../backend.ts'

const address = 'https://api.magicbell.com/v2/notifications'
const pageSize = 100

/** The notifications of MagicBell. Its client names no size of a page, so this gives it large ones. */
export const createBackend: CreateBackend = (notifications) => {
  const rows = notifications.map(({ uuid, title, text, read, createdAt }) => ({
    id: uuid,
    user_id: '00000000-0000-4000-8000-0000000000aa',
    title,
    content: text,
    action_url: null,
    category: null,
    topic: null,
    custom_attributes: null,
    created_at: createdAt,
    updated_at: createdAt,
    sent_at: createdAt,
    seen_at: read ? createdAt : null,
    read_at: read ? createdAt : null,
    archived_at: null,
    discarded_at: null,
  }))
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]))

  return ({ method, path, query }) => {
    if (method === 'GET' && path.endsWith('/notifications')) {
      const after = query.get('starting_after')
      const start = after === null ? 0 : (indexOf.get(after) ?? 0) + 1
      const data = rows.slice(start, start + pageSize)
      const next = start + pageSize < rows.length ? `${address}?starting_after=${data.at(-1)?.id}` : null
      return { json: { data, links: { first: address, next, prev: null } } }
    }
    if (path.endsWith('/notifications/read')) {
      for (const row of rows) row.read_at ??= new Date().toISOString()
      return { status: 204 }
    }
    const [, id, mark] = /\/notifications\/([^/]+)\/(read|unread)$/.exec(path) ?? []
    const row = rows[indexOf.get(id ?? '') ?? -1]
    if (row) {
      row.read_at = mark === 'read' ? new Date().toISOString() : null
      return { status: 204 }
    }
    if (path.endsWith('/channels/in_app/inbox/tokens')) {
      const now = new Date().toISOString()
      return {
        status: 201,
        json: {
          id: 'token',
          token: 'token'.repeat(13),
          connection_id: null,
          created_at: now,
          discarded_at: null,
          updated_at: null,
        },
      }
    }
    return undefined
  }
}
