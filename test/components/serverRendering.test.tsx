// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { ContentProvider } from '../../src/components/content/ContentProvider.tsx'
import { Feed } from '../../src/components/feed/Feed.tsx'
import { Announcer } from '../../src/components/feedback/Announcer.tsx'
import { Bell } from '../../src/components/panel/Bell.tsx'
import { PreferencesView } from '../../src/components/preferences/PreferencesView.tsx'
import { Inbox, InboxPage } from '../../src/index.ts'
import { arabic } from '../../src/languages/ar.ts'
import { makeNotifications } from '../../src/testing/makeNotification.ts'
import { makePreferences } from '../../src/testing/makePreferences.ts'

describe('on a server', () => {
  it('renders the parts without a document and without a warning', () => {
    const warn = vi.spyOn(console, 'error')
    const html = renderToString(
      <Announcer>
        <Bell count={3} open={false} />
        <Feed notifications={makeNotifications(3)} hasMore onEndReached={() => {}} onSeen={() => {}} />
        <PreferencesView preferences={makePreferences()} timeZone="Europe/Berlin" />
        <PreferencesView preferences={makePreferences()} onPreferenceChange={() => {}} onScheduleChange={() => {}} />
      </Announcer>,
    )
    expect(html).toContain('aria-label="Notifications, 3 new"')
    expect(html.match(/role="article"/g)).toHaveLength(3)
    expect(html).toContain('role="status"')
    expect(html.match(/role="switch"/g)).not.toHaveLength(0)
    // A strict content security policy rejects styles in markup.
    expect(html).not.toContain('style=')
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    ['<Inbox>', Inbox],
    ['<InboxPage>', InboxPage],
  ])('renders %s in its language', (_name, Layout) => {
    const html = renderToString(<Layout {...arabic} subscriberId="ada" baseUrl="/api/inbox" />)
    expect(html).toContain('lang="ar" dir="rtl"')
    expect(html).toContain(arabic.labels.notifications)
    expect(html).not.toContain('style=')
  })

  it('shows the words of HTML, since a sanitizer needs a browser', () => {
    const sanitize = vi.fn((html: string) => html)
    const html = renderToString(
      <ContentProvider content={{ html: sanitize }}>
        <Feed
          notifications={makeNotifications(1, () => ({
            subject: 'x',
            content: 'Hello <img src=x onerror=alert(1)><b>Ada</b>',
          }))}
        />
      </ContentProvider>,
    )
    expect(html).toContain('>Hello Ada<')
    expect(sanitize).not.toHaveBeenCalled()
  })
})
