import { headers } from 'next/headers'
import { InboxPage } from 'tidings'
import { baseUrl, prefetch } from '../../lib/inbox'

/** The inbox as a page of its own: its first notifications are in the HTML. */
export default async function Notifications() {
  const subscriberId = 'chiara' // yours: from the session
  return (
    <main className="content">
      <InboxPage
        subscriberId={subscriberId}
        baseUrl={baseUrl}
        initialState={await prefetch({ subscriberId, headers: await headers(), feed: true })}
      />
    </main>
  )
}
