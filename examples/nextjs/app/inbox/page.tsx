import { headers } from 'next/headers'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { InboxPage } from 'tidings'
import { baseUrl, prefetch } from '../../lib/inbox'

const subscriberId = 'chiara' // yours: from the session

/** The list, with its first notifications in the HTML. */
const List = async () => {
  await connection()
  return (
    <InboxPage
      subscriberId={subscriberId}
      baseUrl={baseUrl}
      initialState={await prefetch({ subscriberId, headers: await headers(), feed: true })}
    />
  )
}

/** The inbox as a page of its own. */
export default function Notifications() {
  return (
    <main className="content">
      <Suspense>
        <List />
      </Suspense>
    </main>
  )
}
