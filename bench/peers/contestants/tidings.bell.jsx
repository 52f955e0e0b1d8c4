import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import 'tidings/styles.css'

createRoot(document.body).render(<Inbox subscriberId="subscriber" baseUrl="/api/inbox" />)
