import Provider from '@magicbell/react/context-provider'
import FloatingInbox from '@magicbell/react/floating-inbox'
import '@magicbell/react/styles/floating-inbox.css'
import { createRoot } from 'react-dom/client'

createRoot(document.body).render(
  <Provider token="token">
    <FloatingInbox />
  </Provider>,
)
