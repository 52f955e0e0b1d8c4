import { createRoot } from 'react-dom/client'
import { InboxPage } from 'tidings'
import 'tidings/styles.css'

const button = (root, label) =>
  [...root.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent).includes(label))

/** @type {import('../contestant.ts').Contestant} */
export default {
  mount: (host) =>
    createRoot(host).render(
      <InboxPage subscriberId="subscriber" baseUrl={`${location.origin}/api`} pageSize={100} style={{ height: 600 }} />,
    ),
  row: '.tidings-item',
  scroller: () => document.querySelector('.tidings-feed'),
  isUnread: (row) => row.hasAttribute('data-unread'),
  markButton: (row) => button(row, 'Mark as read'),
  markAll: [() => button(document, 'Mark all as read')],
}
