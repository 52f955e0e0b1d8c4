import { createRoot } from 'react-dom/client'
import { sanitizeHtml } from '../../../src/html/index.ts'
import { ContentProvider, NotificationItem, type ContentFormat } from '../../../src/index.ts'
import { makeNotification } from '../../../src/testing/makeNotification.ts'
import { payloads } from '../../html/payloads.ts'

// A page with hostile notifications. `?content=` says how they are read: "text", "rich" or "html".
const wanted = new URLSearchParams(location.search).get('content')
const content: ContentFormat = wanted === 'html' ? { html: sanitizeHtml } : wanted === 'rich' ? 'rich' : 'text'

// With a subject, and with the content for a title.
const notifications = Object.entries(payloads).flatMap(([what, payload], index) =>
  [what, null].map((subject, copy) =>
    makeNotification(index * 2 + copy, { subject, content: payload, actor: undefined }),
  ),
)

const root = document.querySelector('main')
if (!root) throw new Error('The page has no place for the list.')
createRoot(root).render(
  <ContentProvider content={content}>
    {/* Without a list around them, which draws only those in view. */}
    {notifications.map((notification) => (
      <NotificationItem
        key={notification._id}
        notification={notification}
        onOpen={(_notification, event) => event.preventDefault()}
      />
    ))}
  </ContentProvider>,
)
