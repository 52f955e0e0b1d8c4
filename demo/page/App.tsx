import { InboxProvider } from 'tidings/hooks'
import { persistInbox } from 'tidings/persist'
import { useSession } from './data/useSession.ts'
import { inboxUrl } from './inboxSettings.ts'
import { Header } from './parts/Header.tsx'
import { WhatHappensNext } from './parts/WhatHappensNext.tsx'
import { usePath } from './router.tsx'
import { SignedOut } from './views/SignedOut.tsx'
import { viewOf } from './views/viewOf.tsx'

/** The whole page. The parts outside of the bell read the same inbox through hooks. */
export const App = () => {
  const { person, subscriberId, isLoading, isFailed, refresh } = useSession()
  const path = usePath()

  if (isLoading) return null
  if (isFailed)
    return (
      <main className="view">
        <h1>Orchard can’t be reached</h1>
        <button type="button" className="button" onClick={refresh}>
          Try again
        </button>
      </main>
    )
  return (
    <InboxProvider subscriberId={subscriberId} baseUrl={inboxUrl} persist={persistInbox()}>
      <Header person={person} />
      <div className="page">
        <main className="view" key={path}>
          {person === null ? <SignedOut /> : viewOf(path)}
        </main>
        {person !== null && <WhatHappensNext key={person} person={person} />}
      </div>
    </InboxProvider>
  )
}
