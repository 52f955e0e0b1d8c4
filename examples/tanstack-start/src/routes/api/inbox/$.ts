import { createFileRoute } from '@tanstack/react-router'
import { inbox } from '../../../inbox.server'

export const Route = createFileRoute('/api/inbox/$')({
  server: { handlers: { ANY: ({ request }) => inbox(request) } },
})
