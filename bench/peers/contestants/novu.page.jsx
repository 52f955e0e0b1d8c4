import { Inbox, InboxContent } from '@novu/react'
import { createRoot } from 'react-dom/client'

/** @type {import('../contestant.ts').Contestant} */
export default {
  mount: (host) =>
    createRoot(host).render(
      <Inbox applicationIdentifier="app" subscriber="subscriber" backendUrl={`${location.origin}/api`}>
        <InboxContent />
      </Inbox>,
    ),
  row: '.nv-notification',
  scroller: () => document.querySelector('.nv-notificationList'),
  isUnread: (row) => row.querySelector('.nv-notificationDot') !== null,
  markButton: (row) => row,
  markAll: [
    () => document.querySelector('.nv-moreActions__dropdownTrigger'),
    () => document.querySelector('.nv-moreActions__dropdownItem'),
  ],
}
