import { KnockFeedProvider, KnockProvider, NotificationFeedPopover, NotificationIconButton } from '@knocklabs/react'
import '@knocklabs/react/dist/index.css'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

const Bell = () => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef(null)
  return (
    <>
      <NotificationIconButton ref={button} onClick={() => setOpen(!isOpen)} />
      <NotificationFeedPopover buttonRef={button} isVisible={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

createRoot(document.body).render(
  <KnockProvider apiKey="pk_test" user={{ id: 'subscriber' }}>
    <KnockFeedProvider feedId="feed">
      <Bell />
    </KnockFeedProvider>
  </KnockProvider>,
)
