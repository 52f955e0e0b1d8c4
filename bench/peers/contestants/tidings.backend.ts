import type { CreateBackend } from '../backend.ts'

const flags: Record<string, readonly ['read' | 'seen', boolean]> = {
  read: ['read', true],
  unread: ['read', false],
  seen: ['seen', true],
  unseen: ['seen', false],
}

/** The feed, mark-as and mark-all of docs/interface.md, behind a proxy. */
export const createBackend: CreateBackend = (notifications) => {
  const messages = notifications.map(({ id, title, text, read, createdAt, buttons }) => ({
    _id: id,
    _templateId: 'template',
    _environmentId: 'environment',
    _organizationId: 'organization',
    _notificationId: id,
    _subscriberId: 'subscriber',
    _jobId: id,
    transactionId: id,
    createdAt,
    updatedAt: createdAt,
    subject: title,
    content: text,
    channel: 'in_app',
    read,
    seen: read,
    status: 'sent',
    payload: {},
    cta: buttons.length
      ? {
          type: 'redirect',
          data: { url: '' },
          action: {
            status: 'pending',
            buttons: buttons.map((content, at) => ({ type: at === 0 ? 'primary' : 'secondary', content })),
          },
        }
      : {},
  }))
  const mark = (markAs: string, isMarked: (id: string) => boolean) => {
    const [flag, value] = flags[markAs] ?? ['read', true]
    const marked = messages.filter(({ _id }) => isMarked(_id))
    for (const message of marked) message[flag] = value
    return marked
  }

  return ({ method, path, query, body }) => {
    if (method === 'GET' && path.endsWith('/notifications/feed')) {
      const [page, limit] = [Number(query.get('page') ?? 0), Number(query.get('limit') ?? 10)]
      const all = messages.filter((message) =>
        (['read', 'seen'] as const).every((flag) => !query.has(flag) || String(message[flag]) === query.get(flag)),
      )
      const data = all.slice(page * limit, (page + 1) * limit)
      return {
        json: { totalCount: all.length, hasMore: (page + 1) * limit < all.length, data, pageSize: data.length, page },
      }
    }
    if (path.endsWith('/messages/mark-as')) {
      const ids = new Set([body.messageId].flat())
      return { status: 201, json: mark(body.markAs, (id) => ids.has(id)) }
    }
    if (path.endsWith('/messages/mark-all')) return { status: 201, json: mark(body.markAs, () => true).length }
    return undefined
  }
}
