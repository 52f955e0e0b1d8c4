import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFaviconBadge } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const hosts = '<link rel="icon" type="image/svg+xml" sizes="any" href="/a.svg"><link rel="shortcut icon" href="/a.ico">'
const icons = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'))

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = hosts
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

// What is drawn is looked at in a real browser: stories/extras/Comforts.stories.tsx.
describe('an icon of the host’s for when there is something new', () => {
  it('stands in for all its icons, and leaves them as they were', async () => {
    const service = createTestService({ notifications: [] })
    const { unmount } = renderInbox(service, () => useFaviconBadge({ href: '/new.svg' }), { pollInterval: 30_000 })
    await pass(100)
    expect(document.head.innerHTML).toBe(hosts)
    service.add(makeNotification(1))
    await pass(40_000)
    expect(icons()).toEqual(['/new.svg', '/new.svg'])
    unmount()
    expect(document.querySelector('link')?.outerHTML).toContain('sizes="any"')
    expect(icons()).toEqual(['/a.svg', '/a.ico'])
    expect(document.querySelector('link')?.type).toBe('image/svg+xml')
  })

  it('stays while the host changes its own, which comes back in the end', async () => {
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

  it('is there where the page names no icon, and goes again', async () => {
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

it('an icon that can’t be drawn stays as it is, and the developer is told once', async () => {
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
