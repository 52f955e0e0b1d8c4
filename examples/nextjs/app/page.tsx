import { headers } from 'next/headers'
import Link from 'next/link'
import { Inbox } from 'tidings'
import { baseUrl, prefetch } from '../lib/inbox'

/** A page with a bell: its number is in the HTML. */
export default async function Home() {
  const subscriberId = 'chiara' // yours: from the session
  return (
    <header className="bar">
      <Link href="/inbox">All notifications</Link>
      <Inbox
        subscriberId={subscriberId}
        baseUrl={baseUrl}
        initialState={await prefetch({ subscriberId, headers: await headers() })}
      />
    </header>
  )
}
