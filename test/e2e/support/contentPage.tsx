import { createRoot } from 'react-dom/client'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import { sanitizeHtml } from '../../../src/html/index.ts'
import { ContentProvider, NotificationItem, type ContentFormat } from '../../../src/index.ts'
import { makeNotification } from '../../../src/testing/makeNotification.ts'
import { payloads } from '../../html/payloads.ts'

// A page with hostile notifications. `?content=` selects how they are rendered: "text", "rich" or "html".
const contentKind = new URLSearchParams(location.search).get('content')
const content: ContentFormat =
  contentKind === 'html' ? { html: sanitizeHtml } : contentKind === 'rich' ? parseRichText : 'text'

// Once with a subject, and once with the content as the title.
const notifications = Object.entries(payloads).flatMap(([what, payload], index) =>
  [what, null].map((subject, copy) =>
    makeNotification(index * 2 + copy, { subject, content: payload, actor: undefined }),
  ),
)

// A page may load a second copy of everything.
const isCopy = new URL(import.meta.url).pathname.startsWith('/copy/')
const root = document.querySelector(isCopy ? 'main + main' : 'main')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <ContentProvider content={content}>
    {/* Without a feed around them, which would render only those in view. */}
    {notifications.map((notification) => (
      <NotificationItem
        key={notification._id}
        notification={notification}
        onOpen={(_notification, event) => event.preventDefault()}
      />
    ))}
  </ContentProvider>,
)
