import { createFileRoute, useRouter } from '@tanstack/react-router'
import { InboxPage } from 'tidings'
import { Route as Root } from './__root'

export const Route = createFileRoute('/inbox')({ component: Notifications })

/** The inbox as a full page, with its notifications in the HTML. */
function Notifications() {
  const { history } = useRouter()
  return <InboxPage {...Root.useLoaderData()} navigate={(path) => history.push(path)} />
}
