import { inbox } from '$lib/server/inbox.js'

export const fallback = (event) => inbox(event.request, { req: event })
