import { headers } from 'next/headers'
import Link from 'next/link'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { Inbox } from 'tidings'
import { baseUrl, prefetch } from '../lib/inbox'

const subscriberId = 'chiara' // your code: from the session

/** The bell, with its count in the HTML. It renders per request, because a build has no signed-in user. */
const Bell = async () => {
  await connection()
  return (
    <Inbox
      subscriberId={subscriberId}
      baseUrl={baseUrl}
      initialState={await prefetch({ subscriberId, headers: await headers() })}
    />
  )
}

/** The rest of the page doesn't wait for the bell. With `cacheComponents` it is prerendered. */
export default function Home() {
  return (
    <header className="bar">
      <Link href="/inbox">All notifications</Link>
      <Suspense>
        <Bell />
      </Suspense>
    </header>
  )
}
