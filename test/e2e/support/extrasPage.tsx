import { createRoot } from 'react-dom/client'
import {
  ArrivalSound,
  DesktopNotifications,
  FaviconBadge,
  Inbox,
  MarkReadOnVisit,
  TitleCount,
} from '../../../src/index.ts'

// A page whose inbox uses title count, favicon badge, desktop notifications and sound. `?icon=` is the icon for new
// notifications.
const icon = new URLSearchParams(location.search).get('icon') ?? undefined

const root = document.querySelector('main')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <Inbox subscriberId="ada" baseUrl="/api/inbox" pollInterval={1000} live={false} unstyled>
    <TitleCount />
    <FaviconBadge href={icon} />
    <ArrivalSound />
    <MarkReadOnVisit />
    <DesktopNotifications>
      {({ permission, request }) => (
        <button type="button" onClick={() => void request()}>
          Desktop: {permission}
        </button>
      )}
    </DesktopNotifications>
  </Inbox>,
)
