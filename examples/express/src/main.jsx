import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import 'tidings/styles.css'

const session = async (init) => (await fetch('/session', init)).json()

const App = () => {
  const [userId, setUserId] = useState(null)
  useEffect(() => {
    void session().then((known) => setUserId(known.userId))
  }, [])
  const signIn = async () => setUserId((await session({ method: 'POST' })).userId)
  return (
    <header className="bar">
      <strong>Your app</strong>
      {userId ? <Inbox subscriberId={userId} baseUrl="/api/inbox" /> : <button onClick={signIn}>Sign in</button>}
    </header>
  )
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
