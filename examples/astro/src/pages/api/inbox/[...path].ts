import type { APIRoute } from 'astro'
import { inbox } from '../../../lib/inbox'

export const prerender = false

export const ALL: APIRoute = ({ request }) => inbox(request)
