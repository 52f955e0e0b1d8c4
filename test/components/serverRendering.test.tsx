// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../src/components/Announcer.tsx'
import { Bell } from '../../src/components/Bell.tsx'
import { Feed } from '../../src/components/Feed.tsx'
import { PreferencesView } from '../../src/components/PreferencesView.tsx'
import { makeNotifications } from '../../src/testing/makeNotification.ts'
import { makePreferences } from '../../src/testing/makePreferences.ts'

describe('on a server', () => {
  it('draws the parts without a document, and without a warning', () => {
    const warn = vi.spyOn(console, 'error')
    const html = renderToString(
      <Announcer>
        <Bell count={3} open={false} />
        <Feed notifications={makeNotifications(3)} hasMore onEndReached={() => {}} onSeen={() => {}} />
        <PreferencesView preferences={makePreferences()} timeZone="Europe/Berlin" />
      </Announcer>,
    )
    expect(html).toContain('aria-label="Notifications, 3 new"')
    expect(html.match(/role="article"/g)).toHaveLength(3)
    expect(html).toContain('role="status"')
    // A strict content security policy refuses styles in markup.
    expect(html).not.toContain('style=')
    expect(warn).not.toHaveBeenCalled()
  })
})
