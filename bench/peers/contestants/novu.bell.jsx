import { Inbox } from '@novu/react'
import { createRoot } from 'react-dom/client'

createRoot(document.body).render(<Inbox applicationIdentifier="app" subscriber="subscriber" />)
