import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import 'tidings/styles.css'

/** The inbox with editable preferences, which your API stores. */
const App = () => {
  const [saved, setSaved] = useState('nothing yet')
  return (
    <>
      <header className="bar">
        <strong>Your app</strong>
        <Inbox
          subscriberId="bruno"
          baseUrl="/api/inbox"
          onPreferenceChange={({ channel, enabled }) => setSaved(`${channel}: ${enabled}`)}
          onScheduleChange={({ isEnabled }) => setSaved(`schedule: ${isEnabled}`)}
        />
      </header>
      <main className="content">
        <p>
          Saved: <output>{saved}</output>
        </p>
      </main>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
