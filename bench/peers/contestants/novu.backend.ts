import type { CreateBackend } from '../backend.ts'

const all = '/v1/inbox/notifications'

/** What Novu's inbox requests from its service. Its component loads ten at a time, and has no option for more. */
export const createBackend: CreateBackend = (notifications) => {
  const rows = notifications.map(({ id, title, text, read, createdAt, buttons }) => ({
    id,
    transactionId: id,
    subject: title,
    body: text,
    to: { id: 'internal', subscriberId: 'subscriber' },
    isRead: read,
    isSeen: read,
    isArchived: false,
    isSnoozed: false,
    createdAt,
    severity: 'none',
    channelType: 'in_app',
    ...(buttons.length && {
      primaryAction: { label: buttons[0], isCompleted: false },
      secondaryAction: { label: buttons[1], isCompleted: false },
    }),
  }))
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]))

  return ({ method, path, query, body }) => {
    if (path === '/v1/inbox/session') {
      const total = rows.filter(({ isRead }) => !isRead).length
      return {
        status: 201,
        json: {
          data: {
            token: 'token',
            applicationIdentifier: 'app',
            totalUnreadCount: total,
            unreadCount: { total, severity: { high: 0, medium: 0, low: 0, none: total } },
            removeNovuBranding: true,
            isDevelopmentMode: false,
            maxSnoozeDurationHours: 0,
          },
        },
      }
    }
    if (path === `${all}/count`) {
      const filters = JSON.parse(query.get('filters') ?? '[]') as { read?: boolean; seen?: boolean }[]
      const count = ({ read, seen }: { read?: boolean; seen?: boolean }) =>
        rows.filter(({ isRead, isSeen }) => (read ?? isRead) === isRead && (seen ?? isSeen) === isSeen).length
      return { json: { data: filters.map((filter) => ({ count: count(filter), filter })) } }
    }
    if (method === 'GET' && path === all) {
      const limit = Math.min(100, Number(query.get('limit')))
      const after = query.get('after')
      const start = after === null ? Number(query.get('offset') ?? 0) : (indexOf.get(after) ?? 0) + 1
      return {
        json: { data: rows.slice(start, start + limit), hasMore: start + limit < rows.length, filter: {} },
      }
    }
    if (path === `${all}/read` || path === `${all}/seen`) {
      const ids = Array.isArray(body.notificationIds) ? new Set(body.notificationIds) : undefined
      for (const row of rows) if (ids?.has(row.id) ?? true) row[path === `${all}/read` ? 'isRead' : 'isSeen'] = true
      return { status: 204 }
    }
    const [, id, mark] = /notifications\/([0-9a-f]+)\/(read|unread|complete)$/.exec(path) ?? []
    const row = rows[indexOf.get(id ?? '') ?? -1]
    if (!row) return undefined
    row.isRead = mark !== 'unread'
    return { json: { data: row } }
  }
}
