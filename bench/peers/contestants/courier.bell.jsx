import { CourierInboxPopupMenu, useCourier } from '@trycourier/courier-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

const Bell = () => {
  const courier = useCourier()
  useEffect(() => courier.shared.signIn({ userId: 'subscriber', jwt: 'token' }), [courier])
  return <CourierInboxPopupMenu />
}

createRoot(document.body).render(<Bell />)
