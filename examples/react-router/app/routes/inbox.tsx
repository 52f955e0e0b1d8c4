import { useNavigate, useRouteLoaderData } from 'react-router'
import { InboxPage } from 'tidings'
import type { loader } from '../root'

/** The inbox as a full page, with its notifications in the HTML. */
export default function Notifications() {
  return <InboxPage {...useRouteLoaderData<typeof loader>('root')!} navigate={useNavigate()} />
}
