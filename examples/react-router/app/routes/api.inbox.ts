import { inbox } from '../inbox.server'
import type { Route } from './+types/api.inbox'

export const loader = ({ request }: Route.LoaderArgs) => inbox(request)
export const action = ({ request }: Route.ActionArgs) => inbox(request)
