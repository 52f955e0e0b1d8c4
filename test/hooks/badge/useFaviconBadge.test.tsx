import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFaviconBadge } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const appLinks =
  '<link rel="icon" type="image/svg+xml" sizes="any" href="/a.svg"><link rel="shortcut icon" href="/a.ico">'
const icons = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'))

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = appLinks
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

// stories/extras/Extras.stories.tsx tests the drawing in a real browser.
describe('the app’s own icon for new notifications', () => {
  it('replaces all icons, and restores them', async () => {
    const service = createTestService({ notifications: [] })
    const { unmount } = renderInbox(service, () => useFaviconBadge({ href: '/new.svg' }), { pollInterval: 30_000 })
    await pass(100)
    expect(document.head.innerHTML).toBe(appLinks)
    service.add(makeNotification(1))
    await pass(40_000)
    expect(icons()).toEqual(['/new.svg', '/new.svg'])
    unmount()
    expect(document.querySelector('link')?.outerHTML).toContain('sizes="any"')
    expect(icons()).toEqual(['/a.svg', '/a.ico'])
    expect(document.querySelector('link')?.type).toBe('image/svg+xml')
  })

  it('stays while the app changes its icons, and restores the changed ones', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const { unmount } = renderInbox(service, () => useFaviconBadge({ href: '/new.svg' }))
    await pass(100)
    document.querySelector('link')?.setAttribute('href', '/b.svg')
    document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/c.png">')
    await pass(10)
    expect(icons()).toEqual(['/new.svg', '/new.svg', '/new.svg'])
    unmount()
    expect(icons()).toEqual(['/b.svg', '/a.ico', '/c.png'])
    document.querySelector('link')?.setAttribute('href', '/d.svg')
    await pass(10)
    expect(icons()[0]).toBe('/d.svg')
  })

  it('is added to a page without an icon, and removed again', async () => {
    document.head.innerHTML = ''
    const { unmount } = renderInbox(createTestService({ notifications: makeNotifications(1) }), () =>
      useFaviconBadge({ href: '/new.svg' }),
    )
    await pass(100)
    expect(icons()).toEqual(['/new.svg'])
    unmount()
    expect(icons()).toEqual([])
  })
})

it('an icon that can’t be drawn stays unchanged, with one warning', async () => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const service = createTestService({ notifications: makeNotifications(1) })
  const { unmount } = renderInbox(service, () => useFaviconBadge())
  await pass(100)
  document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/c.png">')
  await pass(100)
  expect(icons()).toEqual(['/a.svg', '/a.ico', '/c.png'])
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls[0]?.[0]).toMatch(/icon of this page.*img-src.*TIDINGS_215/)
  unmount()
  expect(icons()).toEqual(['/a.svg', '/a.ico', '/c.png'])
})

it('functions of the app that throw are reported once', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const service = createTestService({ notifications: makeNotifications(1) })
  const onError = vi.fn<(error: Error) => void>()
  const fail = () => {
    throw new Error('badge failed')
  }
  renderInbox(service, () => useFaviconBadge({ format: fail, colors: fail }), { onError })
  await pass(100)
  expect(onError.mock.calls.map(([{ message }]) => message)).toEqual(['badge failed'])
})
