import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import 'tidings/styles.css'

const App = () => (
  <header className="bar">
    <strong>Your app</strong>
    <Inbox subscriberId="ada" baseUrl="/api/inbox" />
  </header>
)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
