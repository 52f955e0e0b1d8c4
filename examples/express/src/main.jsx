import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import 'tidings/styles.css'

createRoot(document.getElementById('root')).render(<Inbox subscriberId="elif" baseUrl="/api/inbox" />)
