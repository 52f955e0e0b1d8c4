import { KnockFeedProvider, KnockProvider, NotificationFeed } from '@knocklabs/react'
import '@knocklabs/react/dist/index.css'
import { createRoot } from 'react-dom/client'

/** @type {import('../contestant.ts').Contestant} */
export default {
  mount: (host) =>
    createRoot(host).render(
      <KnockProvider apiKey="pk_test" user={{ id: 'subscriber' }}>
        <KnockFeedProvider feedId="00000000-0000-4000-8000-feedfeedfeed" defaultFeedOptions={{ page_size: 50 }}>
          <div style={{ height: 600, display: 'flex', flexDirection: 'column' }}>
            <NotificationFeed />
          </div>
        </KnockFeedProvider>
      </KnockProvider>,
    ),
  row: '.rnf-notification-cell',
  scroller: () => document.querySelector('.rnf-notification-feed__container'),
  isUnread: (row) => row.querySelector('.rnf-notification-cell__unread-dot') !== null,
  markButton: (row) => row,
  markAll: [() => document.querySelector('.rnf-mark-all-as-read')],
  // Phoenix channels wait for the responses to their join and heartbeats.
  socketReply: (message) => {
    const [joinRef, ref, topic] = JSON.parse(message)
    return JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }])
  },
}
