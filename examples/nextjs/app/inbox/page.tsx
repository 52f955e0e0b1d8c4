import { headers } from 'next/headers'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { InboxPage } from 'tidings'
import { baseUrl, prefetch } from '../../lib/inbox'

const subscriberId = 'chiara' // your code: from the session

/** The feed, with its first page in the HTML. */
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

/** The inbox as a full page. */
export default function Notifications() {
  return (
    <main className="content">
      <Suspense>
        <List />
      </Suspense>
    </main>
  )
}
