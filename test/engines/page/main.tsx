import { createRoot } from 'react-dom/client'
import 'tidings/styles.css'
import './page.css'
import { Inbox, InboxPage, type InboxLanguage } from 'tidings'
import { arabic } from 'tidings/languages/ar'

/**
 * A host app. Its query configures it: `subscriber`, `layout` ("popover", "drawer" or "page"), `scheme` (the page's
 * `color-scheme`, which the inbox inherits), `density` ("compact"), and `language` ("ar" for a page in Arabic).
 */
const params = new URLSearchParams(location.search)
const layout = params.get('layout') ?? 'popover'
const scheme = params.get('scheme')
const isArabic = params.get('language') === 'ar'
const { documentElement } = document
documentElement.style.colorScheme = scheme ?? 'light'
if (isArabic) Object.assign(documentElement, { lang: 'ar', dir: 'rtl' })

const language: Partial<InboxLanguage> = isArabic ? arabic : {}
const inbox = {
  ...language,
  subscriberId: params.get('subscriber') ?? undefined,
  baseUrl: '/api/inbox',
  density: params.get('density') === 'compact' ? ('compact' as const) : undefined,
  pollInterval: 1_000,
  timeZone: 'Europe/Stockholm',
  onOpen: ({ _id }: { _id: string }, event: { preventDefault: () => void }) => {
    event.preventDefault()
    documentElement.dataset.opened = _id
  },
  onAction: () => Promise.resolve(),
  onPreferenceChange: ({ channel, enabled }: { channel: string; enabled: boolean }) => {
    documentElement.dataset.saved = `${channel} ${enabled}`
  },
  onScheduleChange: ({ isEnabled }: { isEnabled: boolean }) => {
    documentElement.dataset.saved = `schedule ${isEnabled}`
  },
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <>
    <header className="bar">
      <strong>{isArabic ? 'تطبيقك' : 'Your app'}</strong>
      {layout !== 'page' && <Inbox {...inbox} layout={layout === 'drawer' ? 'drawer' : 'popover'} />}
    </header>
    {layout === 'page' ? (
      <main className="page">
        <InboxPage {...inbox} />
      </main>
    ) : (
      <main className="content">{isArabic ? 'نص الصفحة' : 'The text of the page.'}</main>
    )}
  </>,
)
