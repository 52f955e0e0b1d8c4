import { CourierInbox, useCourier } from '@trycourier/courier-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

// Two of its menus are in closed shadow trees. These are open, so that the benchmark finds what to click.
const { attachShadow } = Element.prototype
Element.prototype.attachShadow = function (init) {
  return attachShadow.call(this, { ...init, mode: 'open' })
}

const Inbox = () => {
  // The rest of it changes whenever the inbox does.
  const { shared } = useCourier()
  useEffect(() => {
    const rest = `${location.origin}/api`
    shared.paginationLimit = 100
    shared.signIn({
      userId: 'subscriber',
      jwt: 'token',
      apiUrls: {
        courier: { rest, graphql: `${rest}/graphql` },
        inbox: { graphql: `${rest}/graphql`, webSocket: 'wss://realtime.courier.io' },
      },
    })
  }, [shared])
  return <CourierInbox height="600px" />
}

const find = (root, selector) => {
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(selector)) return element
    const inside = element.shadowRoot && find(element.shadowRoot, selector)
    if (inside) return inside
  }
  return null
}

/** @type {import('../contestant.ts').Contestant} */
export default {
  mount: (host) => createRoot(host).render(<Inbox />),
  row: 'courier-inbox-list-item',
  scroller: () => document.querySelector('courier-inbox-list'),
  isUnread: (row) => row.classList.contains('unread'),
  markButton: (row) => find(row, 'courier-icon-button'),
  markAll: [
    () => find(document, 'courier-inbox-menu-button, courier-inbox-header courier-icon-button'),
    () => find(document, 'courier-inbox-option-menu-item'),
  ],
}
