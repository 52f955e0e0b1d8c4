import { act, fireEvent } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  Bell,
  Feed,
  LanguageProvider,
  type LanguageProviderProps,
  NotificationItem,
  PreferencesView,
  RelativeTime,
  ScheduleView,
} from '../../src/index.ts'
import { german } from '../../src/languages/de.ts'
import { makeNotification, makePreferences } from '../../src/testing/index.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Hydrates the markup of a server whose clock, time zone and locale differ. */
const hydrate = async (onServer: ReactNode, inBrowser: () => ReactNode) => {
  const host = document.createElement('div')
  document.body.append(host)
  host.innerHTML = renderToString(onServer)
  const fromServer = host.textContent
  const content = inBrowser()
  const errors: unknown[] = []
  const root = await act(async () => hydrateRoot(host, content, { onRecoverableError: (error) => errors.push(error) }))
  cleanUp.push(() => {
    act(() => root.unmount())
    host.remove()
  })
  return { host, fromServer, errors }
}

describe('markup of a server with another clock, time zone and locale', () => {
  it.each([
    ['by itself', undefined],
    ['replaced', <i key="i" />],
  ])('is replaced by the reader’s: a time %s', async (_how, element) => {
    const noon = new Date(2020, 2, 4, 12)
    const time = <RelativeTime time={noon.toISOString()} render={element} />
    const { host, fromServer, errors } = await hydrate(
      <LanguageProvider locale="en-US">{time}</LanguageProvider>,
      () => <LanguageProvider locale="de-DE">{time}</LanguageProvider>,
    )
    expect(fromServer).toBe('Mar 4, 2020')
    expect(host.textContent).toBe('04.03.2020')
    const shown = host.querySelector('.tidings-time')
    if (shown) fireEvent.pointerOver(shown)
    expect(shown?.getAttribute('title')).toContain('4. März 2020')
    expect(errors).toEqual([])
  })

  it('names a row without its time, until the reader’s is known', async () => {
    const item = <NotificationItem notification={makeNotification(1)} />
    const { host, errors } = await hydrate(<LanguageProvider locale="en-US">{item}</LanguageProvider>, () => (
      <LanguageProvider locale="de-DE">{item}</LanguageProvider>
    ))
    expect(host.querySelector('[role="article"]')?.getAttribute('aria-label')).toBe(
      'Unread, Notification 1, 05.01.2026',
    )
    expect(host.querySelector('.tidings-time')?.textContent).toMatch(/5\. Jan/)
    expect(errors).toEqual([])
  })

  it('contains neither the current delivery nor a time zone, which may not be the reader’s', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-05T08:59:30Z'), toFake: ['Date'] })
    const schedule = {
      isEnabled: true,
      weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } },
    }
    const view = <ScheduleView schedule={schedule} />
    const { host, fromServer, errors } = await hydrate(view, () => {
      vi.setSystemTime(Date.parse('2026-01-06T09:00:10Z'))
      return view
    })
    expect(fromServer).not.toMatch(/quiet|zone/i)
    expect(host.querySelector('.tidings-schedule')?.getAttribute('data-delivery')).toBe('later')
    expect(host.textContent).toMatch(/quiet until/i)
    expect(host.textContent).toMatch(/zone/i)
    expect(errors).toEqual([])
  })
})

describe('the browser’s region of a language', () => {
  const actor = { type: 'user', data: 'ismail' } as const
  it.each<[labels: string, browser: string, LanguageProviderProps, lang: string, badge: string]>([
    ['English', 'de-DE', {}, 'en', '1,204'],
    ['English', 'en-ZA en', {}, 'en-ZA', '1\u00A0204'],
    ['English', 'tr-TR', {}, 'en', '1,204'],
    ['English', 'ar-EG', {}, 'en', '1,204'],
    ['German', 'en-US de-LU', { labels: german.labels }, 'de-LU', '1.204'],
    ['German with its locale', 'de-LU', { ...german }, 'de', '1.204'],
    ['of the app', 'de-LU', { labels: { caughtUp: 'Fertig' } }, '', '1.204'],
  ])(
    'follows hydration, without a mismatch: labels %s, browser %s',
    async (_labels, browser, language, lang, badge) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser.split(' '))
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      // React only logs attributes that differ.
      const complain = vi.spyOn(console, 'error')
      const parts = (
        <LanguageProvider {...language}>
          <Bell count={1204} max={Infinity} open={false} />
          <Feed notifications={[makeNotification(1, { actor })]} />
          <PreferencesView preferences={makePreferences()} />
        </LanguageProvider>
      )
      const { host, errors } = await hydrate(parts, () => parts)
      expect(host.querySelector('.tidings-badge')?.textContent).toBe(badge)
      for (const part of ['bell', 'feed', 'preferences'])
        expect(host.querySelector<HTMLElement>(`.tidings-${part}`)?.lang, part).toBe(lang)
      expect(host.querySelector('.tidings-avatar')?.textContent).toBe('I')
      expect(errors).toEqual([])
      expect(complain).not.toHaveBeenCalled()
    },
  )
})
