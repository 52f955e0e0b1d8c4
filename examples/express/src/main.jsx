import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import 'tidings/styles.css'

createRoot(document.getElementById('root')).render(
  <header className="bar">
    <strong>Your app</strong>
    <Inbox subscriberId="elif" baseUrl="/api/inbox" />
  </header>,
)
