import type { CreateBackend } from '../backend.ts'

/** The feed of Knock, by pages of 50: the client's default, and the most that the service gives. */
export const createBackend: CreateBackend = (notifications) => {
  const entries = notifications.map(({ uuid, title, text, read, createdAt, buttons }) => ({
    __typename: 'FeedItem',
    __cursor: uuid,
    id: uuid,
    activities: [],
    actors: [],
    blocks: [
      { name: 'body', type: 'markdown', content: text, rendered: `<p><strong>${title}</strong></p><p>${text}</p>` },
      ...(buttons.length
        ? [
            {
              name: 'actions',
              type: 'button_set',
              buttons: buttons.map((label) => ({ name: label, label, action: '' })),
            },
          ]
        : []),
    ],
    data: {},
    inserted_at: createdAt,
    updated_at: createdAt,
    read_at: read ? createdAt : null,
    seen_at: read ? createdAt : null,
    clicked_at: null,
    interacted_at: null,
    link_clicked_at: null,
    archived_at: null,
    source: { key: 'workflow', version_id: 'version', categories: [] },
    tenant: null,
    total_activities: 0,
    total_actors: 0,
  }))
  const indexOf = new Map(entries.map(({ id }, index) => [id, index]))

  return ({ method, path, query, body }) => {
    if (path.endsWith('/settings')) return { json: { features: { branding_required: false } } }
    if (method === 'GET' && /\/users\/[^/]+\/feeds\/[^/]+$/.test(path)) {
      const size = Number(query.get('page_size') ?? 50)
      const after = query.get('after')
      const start = after === null ? 0 : (indexOf.get(after) ?? 0) + 1
      const page = entries.slice(start, start + size)
      return {
        json: {
          entries: page,
          meta: {
            total_count: entries.length,
            unread_count: entries.filter(({ read_at }) => read_at === null).length,
            unseen_count: entries.filter(({ seen_at }) => seen_at === null).length,
          },
          page_info: {
            after: start + size < entries.length ? page.at(-1)?.__cursor : null,
            before: null,
            page_size: size,
          },
        },
      }
    }
    const [, mark] = /\/(?:batch|bulk)\/(\w+)$/.exec(path) ?? []
    if (mark !== undefined) {
      const ids = body.message_ids === undefined ? undefined : new Set(body.message_ids)
      const field = mark === 'seen' ? 'seen_at' : 'read_at'
      for (const entry of entries) if (ids?.has(entry.id) ?? true) entry[field] ??= new Date().toISOString()
      return { json: ids ? [...ids].map((id) => ({ id })) : { id: 'job', name: 'bulk', status: 'queued' } }
    }
    if (method === 'PUT' && /\/users\/[^/]+$/.test(path)) return { json: { id: 'subscriber' } }
    return undefined
  }
}
