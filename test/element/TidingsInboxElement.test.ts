import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseRichText } from '../../src/content/parseRichText.ts'
import { subscriberHashHeader } from '../../src/contract/subscriberHash.ts'
import { TidingsInboxElement, type TidingsInboxEventMap } from '../../src/element/index.ts'
import { settingNames } from '../../src/element/settings.ts'
import { german } from '../../src/languages/de.ts'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { deferred } from '../components/deferred.ts'
import { createMemoryStorage } from '../hooks/pages.tsx'
import { pass } from '../setup/pass.ts'
import { click, inside, openPanel, setUpDocument, showMarkup, stubStyleSheets } from './showElement.ts'

const markup = '<tidings-inbox subscriber-id="ada"></tidings-inbox>'
const withButtons = (count = 1) =>
  createTestService({
    notifications: Array.from({ length: count }, (_, index) =>
      makeNotification(count - index, {
        cta: {
          data: { url: '/posts/1' },
          action: { status: 'pending', buttons: [{ type: 'primary', content: 'Reply' }] },
        },
      }),
    ),
  })

setUpDocument()

describe('attributes and properties', () => {
  it('render outside the zone of an Angular app, which its timers would keep from becoming stable', async () => {
    const run = vi.fn<(work: () => void) => void>((work) => work())
    vi.stubGlobal('Zone', { root: { run } })
    const element = await showMarkup(createTestService(), markup)
    run.mockClear()
    element.open = true
    expect(run).toHaveBeenCalledOnce()
    await pass(100)
    expect(inside(element, '.tidings-panel')).toHaveLength(1)
  })

  it('set the same values; the last one wins', async () => {
    const element = await showMarkup(
      createTestService(),
      '<tidings-inbox subscriber-id="ada" theme="dark"></tidings-inbox>',
    )
    const theme = () => inside(element, '.tidings')[0]?.dataset.tidingsTheme
    expect(element.theme).toBe('dark')
    expect(theme()).toBe('dark')
    element.theme = 'light'
    await pass(0)
    expect(theme()).toBe('light')
    element.setAttribute('theme', 'dark')
    await pass(0)
    expect(theme()).toBe('dark')
    element.removeAttribute('theme')
    await pass(0)
    expect(element.theme).toBeUndefined()
    expect(theme()).toBeUndefined()
  })

  it('parse the attributes of HTML: numbers, enumerations, booleans', async () => {
    const element = await showMarkup(
      createTestService(),
      `<tidings-inbox subscriber-id="ada" base-url="/x" layout="drawer" density="compact" unstyled locale="de-AT"
        subscriber-hash="3f9a" time-zone="Europe/Vienna" poll-interval="60000" page-size="5" timeout="900" seen-when="open"
        group-by="none" persist="" shortcuts="false" preferences="read" handles="action"></tidings-inbox>`,
    )
    const read = Object.fromEntries(
      settingNames.map((name) => [name, element[name]]).filter(([, value]) => value !== undefined),
    )
    expect(read).toEqual({
      subscriberId: 'ada',
      baseUrl: '/x',
      subscriberHash: '3f9a',
      layout: 'drawer',
      density: 'compact',
      unstyled: true,
      locale: 'de-AT',
      timeZone: 'Europe/Vienna',
      pollInterval: 60_000,
      pageSize: 5,
      timeout: 900,
      seenWhen: 'open',
      groupBy: 'none',
      persist: true,
      shortcuts: false,
      preferences: 'read',
      handles: 'action',
    })
  })

  it('that are invalid leave the default', async () => {
    const element = await showMarkup(
      createTestService(),
      '<tidings-inbox subscriber-id="ada" theme="purple" page-size="many" poll-interval="-1" locale=""></tidings-inbox>',
    )
    expect([element.theme, element.pageSize, element.pollInterval, element.locale]).toEqual(Array(4).fill(undefined))
    expect(inside(element, '.tidings-bell')).toHaveLength(1)
  })

  it('reach the inbox', async () => {
    const service = createTestService({
      notifications: makeNotifications(30, () => ({ subject: null, content: '**Hi**' })),
    })
    const element = await showMarkup(
      service,
      '<tidings-inbox subscriber-id="ada" base-url="/api/inbox" page-size="5" layout="drawer"></tidings-inbox>',
    )
    element.content = parseRichText
    await openPanel(element)
    expect(inside(element, 'strong')[0]).toHaveTextContent('Hi')
    expect(inside(element, '.tidings-panel')[0]).toHaveAttribute('data-layout', 'drawer')
    expect(service.requests.some(({ query }) => query['limit'] === '5')).toBe(true)
    expect(inside(element, '.tidings-group').length).toBeGreaterThan(0)
    element.groupBy = () => undefined
    await pass(100)
    expect(inside(element, '.tidings-group')).toEqual([])
  })

  it('accept values that are no text: headers, storage, language, a sanitizer, a fetch', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const element = await showMarkup(service, '<tidings-inbox></tidings-inbox>')
    expect(service.requests).toEqual([])
    const { entries, storage } = createMemoryStorage()
    const fetch = vi.fn<typeof globalThis.fetch>(service.fetch)
    Object.assign(element, {
      headers: { authorization: 'Bearer x' },
      subscriberHash: () => '3f9a',
      persist: storage,
      language: german,
      labels: { bell: 'Neues' },
      content: { html: (html: string) => html },
      fetch,
      subscriberId: 'ada',
    })
    await pass(5_000)
    expect(inside(element, '.tidings')[0]).toHaveAttribute('lang', 'de')
    expect(service.requests[0]?.headers.get('authorization')).toBe('Bearer x')
    expect(service.requests[0]?.headers.get(subscriberHashHeader)).toBe('3f9a')
    expect(fetch).toHaveBeenCalled()
    expect(entries.size).toBeGreaterThan(0)
    element.locale = 'de-CH'
    await pass(0)
    expect(inside(element, '.tidings')[0]).toHaveAttribute('lang', 'de-CH')
    element.subscriberId = null
    await pass(0)
    expect(inside(element, '.tidings-bell')).toEqual([])
  })

  it('render no row again when they change, such as headers that a framework creates anew', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const element = await showMarkup(service, '<tidings-inbox subscriber-id="ada"></tidings-inbox>')
    const toggleRead = vi.fn<() => string>(() => 'Mark')
    // Each row with a mark button reads it.
    element.labels = {
      get toggleRead() {
        return toggleRead()
      },
    }
    await openPanel(element)
    expect(toggleRead).toHaveBeenCalled()
    toggleRead.mockClear()
    element.headers = { authorization: 'Bearer y' }
    await pass(100)
    expect(toggleRead).not.toHaveBeenCalled()
  })

  it('apply if they were set before the element was defined', async () => {
    const late = document.createElement('tidings-late')
    Object.assign(late, { subscriberId: 'ada', theme: 'dark', pageSize: '7' })
    document.body.append(late)
    class Late extends TidingsInboxElement {}
    customElements.define('tidings-late', Late)
    if (!(late instanceof Late)) throw new Error('It was not upgraded.')
    expect([late.subscriberId, late.theme, late.pageSize]).toEqual(['ada', 'dark', 7])
    expect(Object.keys(late)).not.toContain('theme')
  })
})

describe('in a framework', () => {
  it('properties are found by "in", and accept the values of templates', async () => {
    const element = await showMarkup(createTestService(), '<tidings-inbox></tidings-inbox>')
    for (const name of settingNames) expect(name in element, name).toBe(true)
    // Vue and Svelte set a property if the element has it, with the text of the template.
    Object.assign(element, { subscriberId: 'ada', persist: '', pageSize: '5', theme: 'dark', shortcuts: 'false' })
    expect([element.persist, element.pageSize, element.theme, element.shortcuts]).toEqual([true, 5, 'dark', false])
    // And these are their ways to remove one.
    Object.assign(element, { persist: undefined, pageSize: 0, theme: null, locale: '' })
    expect([element.persist, element.pageSize, element.theme, element.locale]).toEqual(Array(4).fill(undefined))
  })
})

describe('events', () => {
  it('report an opened notification, and let a router navigate', async () => {
    const element = await showMarkup(withButtons(), markup)
    const received: string[] = []
    document.body.addEventListener(
      'tidings-open',
      (event) => {
        received.push((event as CustomEvent<{ notification: { _id: string } }>).detail.notification._id)
        event.preventDefault()
      },
      { once: true },
    )
    await openPanel(element)
    const [link] = inside(element, '.tidings-item-link')
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
    link?.dispatchEvent(event)
    expect(received).toEqual(['n1'])
    expect(event.defaultPrevented).toBe(true)
  })

  it('make action buttons buttons if there is a listener; without one they are links', async () => {
    const element = await showMarkup(withButtons(), markup)
    await openPanel(element)
    expect(inside(element, '.tidings-cta a')).toHaveLength(1)

    const work = deferred()
    const received: unknown[] = []
    element.addEventListener('tidings-action', ({ detail }) => {
      received.push([detail.notification._id, detail.button.content, detail.index])
      detail.waitFor(work.promise)
    })
    await pass(0)
    expect(inside(element, '.tidings-cta a')).toEqual([])
    await click(element, '.tidings-cta button')
    expect(received).toEqual([['n1', 'Reply', 0]])
    expect(inside(element, '.tidings-cta')[0]).toHaveTextContent('Working…')
    work.resolve()
    await pass(100)
    expect(inside(element, '.tidings-cta')[0]).not.toHaveTextContent('Working…')
  })

  describe('of a listener that was added before the element was defined', () => {
    /** Adds a listener as pages do before the definition: not by the element's own `addEventListener`. */
    const showEarly = async (
      listener: (event: TidingsInboxEventMap['tidings-action']) => unknown,
      service = withButtons(),
    ) => {
      const element = await showMarkup(service, markup)
      EventTarget.prototype.addEventListener.call(element, 'tidings-action', listener as EventListener)
      await openPanel(element)
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const followed: boolean[] = []
      const watch = (event: Event) => {
        followed.push(!event.defaultPrevented)
        event.preventDefault()
      }
      document.addEventListener('click', watch)
      onTestFinished(() => document.removeEventListener('click', watch))
      await click(element, '.tidings-cta a')
      return { element, followed, warn }
    }

    it('are handled if it waits for its work: the link is not followed, and is a button from then on', async () => {
      const work = deferred()
      const { element, followed } = await showEarly(({ detail }) => detail.waitFor(work.promise))
      expect(followed).toEqual([false])
      if (inside(element, '.tidings-panel').length === 0) await openPanel(element)
      expect(inside(element, '.tidings-cta a')).toEqual([])
      expect(inside(element, '.tidings-cta')[0]).toHaveTextContent('Working…')
      work.resolve()
      await pass(100)
      expect(inside(element, '.tidings-cta')[0]).not.toHaveTextContent('Working…')
    })

    it('are stored as used once it has done its work, whatever else the reader presses meanwhile', async () => {
      const service = withButtons(2)
      const works = [deferred(), deferred()]
      const [first, second] = works
      const { element } = await showEarly(
        ({ detail }) => detail.waitFor(works.shift()?.promise ?? Promise.reject()),
        service,
      )
      const stored = () => service.notifications().map(({ cta }) => cta.action?.status)
      if (inside(element, '.tidings-panel').length === 0) await openPanel(element)
      await click(element, '.tidings-item:not(:has([data-phase])) .tidings-cta button')
      second?.resolve()
      await pass(100)
      expect(stored()).toEqual(['pending', 'done'])
      first?.resolve()
      await pass(100)
      expect(stored()).toEqual(['done', 'done'])
    })

    it('are handled if it prevents the default', async () => {
      const { followed } = await showEarly((event) => event.preventDefault())
      expect(followed).toEqual([false])
    })

    it('are links otherwise, with a warning if it reads them', async () => {
      const names: (string | undefined)[] = []
      const { followed, warn } = await showEarly(({ detail }) => {
        names.push(detail.notification._id, detail.button.content)
      })
      expect([followed, names]).toEqual([[true], ['n1', 'Reply']])
      expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/handles="action".*TIDINGS_224/))
    })
  })

  it('make them buttons for a listener on an ancestor, by the attribute `handles`', async () => {
    const element = await showMarkup(
      withButtons(),
      '<tidings-inbox subscriber-id="ada" handles="action preference-change"></tidings-inbox>',
    )
    await openPanel(element)
    expect(inside(element, '.tidings-cta a')).toEqual([])
    element.removeAttribute('handles')
    await pass(0)
    expect(inside(element, '.tidings-cta a')).toHaveLength(1)
  })

  it('save the preferences and hours instead of the service, and revert a failed change', async () => {
    const service = createTestService()
    const element = await showMarkup(service, markup)
    await openPanel(element)
    await click(element, 'button[title="Preferences"]')
    const changes: unknown[] = []
    element.addEventListener('tidings-preference-change', ({ detail: { waitFor, ...change } }) => {
      changes.push(change)
      waitFor(Promise.reject(new Error('No.')))
    })
    element.addEventListener('tidings-schedule-change', ({ detail }) => void changes.push(detail.schedule))
    await pass(0)
    const [first] = inside(element, '.tidings-channels [role="switch"]')
    if (!first) throw new Error('Nothing can be switched.')
    const before = first.ariaChecked ?? first.getAttribute('aria-checked')
    await click(element, '.tidings-channels [role="switch"]')
    expect(changes).toEqual([expect.objectContaining({ channel: expect.any(String), enabled: expect.any(Boolean) })])
    expect(inside(element, '.tidings-channels [role="switch"]')[0]?.getAttribute('aria-checked')).toBe(before)
    expect(inside(element, '.tidings-preferences')[0]).toHaveTextContent('This could not be saved.')
    expect(service.requestsOf('updatePreferences')).toEqual([])
  })

  it('are not needed to save the preferences', async () => {
    const service = createTestService()
    const element = await showMarkup(service, markup)
    await openPanel(element)
    await click(element, 'button[title="Preferences"]')
    await click(element, '.tidings-channels [role="switch"]')
    expect(service.requestsOf('updatePreferences').map(({ body }) => body)).toEqual([{ channels: { in_app: false } }])
  })

  it('report errors', async () => {
    const service = createTestService()
    service.fail('getFeed', { status: 403 }, 9)
    const listener = vi.fn()
    document.addEventListener('tidings-error', listener, { once: true })
    await showMarkup(service, markup)
    expect(listener.mock.calls[0]?.[0]).toMatchObject({
      detail: { error: { status: 403 } },
      composed: true,
      cancelable: false,
    })
  })
})

describe('the panel', () => {
  const rows = (element: TidingsInboxElement) => inside(element, '[role="article"]')

  it('opens by property, attribute and click, and reports what the reader does', async () => {
    const element = await showMarkup(createTestService({ notifications: makeNotifications(2) }), markup)
    const changes: boolean[] = []
    element.addEventListener('tidings-open-change', ({ detail }) => changes.push(detail.open))
    element.open = true
    await pass(100)
    expect(rows(element)).toHaveLength(2)
    await click(element, '.tidings-bell')
    expect(element.open).toBe(false)
    expect(rows(element)).toHaveLength(0)
    await click(element, '.tidings-bell')
    expect(rows(element)).toHaveLength(2)
    expect(changes).toEqual([false, true])
    element.addEventListener('tidings-open-change', (event) => event.preventDefault())
    await click(element, '.tidings-bell')
    expect(element.open).toBe(true)
    element.setAttribute('open', 'false')
    await pass(100)
    expect(rows(element)).toHaveLength(0)
  })

  it('closes when the subscriber changes', async () => {
    const element = await showMarkup(createTestService({ notifications: makeNotifications(2) }), markup)
    await openPanel(element)
    element.subscriberId = 'ada'
    await pass(100)
    expect(element.open).toBe(true)
    element.subscriberId = 'bo'
    await pass(100)
    expect(element.open).toBe(false)
    expect(inside(element, '.tidings-panel')).toEqual([])
  })

  it('has the tabs of the page, and what the page slots: the content of the bell, and a footer', async () => {
    const element = await showMarkup(
      createTestService({ notifications: makeNotifications(3, (n) => ({ read: n === 0 })) }),
      `<tidings-inbox subscriber-id="ada"><b slot="bell">News</b><a slot="footer" href="/all">All</a></tidings-inbox>`,
    )
    element.tabs = [
      { title: 'New', filter: { read: false }, count: 'unread' },
      { title: 'Everything', filter: {} },
    ]
    await openPanel(element)
    expect(inside(element, '[role="tab"]').map((tab) => tab.textContent)).toEqual(['New 2', 'Everything'])
    expect(rows(element)).toHaveLength(2)
    const assigned = inside(element, 'slot').map((slot) => (slot as HTMLSlotElement).assignedElements()[0]?.textContent)
    expect(assigned).toEqual(['News', 'All'])
    expect(inside(element, '.tidings-footer slot')).toHaveLength(1)
  })
})

describe('a mistake of the app', () => {
  const broken = () => {
    throw new Error('broken')
  }

  it.each([
    ['an invalid base URL', { baseUrl: 'nonsense' }],
    ['headers that throw', { headers: broken }],
    ['a fetch that throws', { fetch: broken }],
    ['a storage that throws', { persist: { getItem: broken, setItem: broken, removeItem: broken, keys: broken } }],
  ])('does not affect the app, and is one event: %s', async (_name, mistake) => {
    const errors = vi.fn()
    const uncaught = vi.fn()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    document.addEventListener('tidings-error', errors)
    window.addEventListener('error', uncaught)
    const service = createTestService({ notifications: makeNotifications(2, () => ({ read: false, seen: false })) })
    const element = await showMarkup(service, '<h1>Host</h1><tidings-inbox></tidings-inbox>')
    Object.assign(element, { retry: false, ...mistake, subscriberId: 'ada' })
    await pass(1500)
    document.removeEventListener('tidings-error', errors)
    window.removeEventListener('error', uncaught)
    expect(document.querySelector('h1')).toHaveTextContent('Host')
    expect(errors).toHaveBeenCalledTimes(1)
    expect(uncaught).not.toHaveBeenCalled()
  })
})

describe('in and out of the document', () => {
  it('fetches nothing again when it is moved, and still works', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const element = await showMarkup(service, `<aside></aside><div>${markup}</div>`)
    await openPanel(element)
    const requestCount = service.requests.length
    document.querySelector('aside')?.append(element)
    await pass(1_000)
    expect(service.requests).toHaveLength(requestCount)
    // The browser has closed the panel in the top layer.
    expect(inside(element, '.tidings-panel')).toEqual([])
    await openPanel(element)
    expect(inside(element, '.tidings-item')).toHaveLength(2)
  })

  it('works in another document, with a style sheet of that document and part names', async () => {
    const element = await showMarkup(
      createTestService({ notifications: makeNotifications(1) }),
      `<iframe></iframe>${markup}`,
    )
    const frame = document.querySelector('iframe')?.contentDocument
    const FrameSheet = stubStyleSheets(frame?.defaultView)
    frame?.body.append(element)
    await pass(100)
    const { adoptedStyleSheets: sheets = [] } = element.shadowRoot ?? {}
    expect(sheets).not.toEqual([])
    for (const sheet of sheets) expect(sheet).toBeInstanceOf(FrameSheet)
    expect(inside(element, '.tidings-bell')[0]?.getAttribute('part')).toBe('bell new')
    frame?.body.replaceChildren()
    await pass(0)
  })

  it('cleans up when it is removed, and works when it is added again', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const element = await showMarkup(service, '<tidings-inbox subscriber-id="ada" seen-when="never"></tidings-inbox>')
    await openPanel(element)
    element.theme = 'dark'
    element.remove()
    await pass(30 * 60_000)
    const requestCount = service.requests.length
    await pass(30 * 60_000)
    expect(service.requests).toHaveLength(requestCount)
    expect(vi.getTimerCount()).toBe(0)
    expect(element.shadowRoot?.childElementCount).toBe(0)

    document.body.append(element)
    await pass(0)
    await pass(100)
    expect(inside(element, '.tidings')[0]?.dataset.tidingsTheme).toBe('dark')
    expect(inside(element, '.tidings-badge')[0]).toHaveTextContent('2')
  })

  it('uses the QueryClient of the app', async () => {
    const queryClient = new QueryClient()
    const element = await showMarkup(createTestService(), '<tidings-inbox></tidings-inbox>')
    Object.assign(element, { queryClient, subscriberId: 'ada' })
    await pass(100)
    expect(queryClient.getQueryCache().getAll().length).toBeGreaterThan(0)
  })
})

it('names its parts as they appear and disappear', async () => {
  const service = createTestService({
    notifications: makeNotifications(2, (number) => ({ read: number === 0, seen: true })),
  })
  const element = await showMarkup(service, markup)
  expect(inside(element, '[part~="bell"]')).toEqual(inside(element, '.tidings-bell'))
  await openPanel(element)
  expect(inside(element, '[part~="open"]')).toEqual(inside(element, '.tidings-bell'))
  expect(inside(element, '[part~="panel"]')).toHaveLength(1)
  expect(inside(element, '[part~="item"]').map((item) => item.getAttribute('part'))).toEqual(['item unread', 'item'])
  await click(element, '.tidings-mark')
  expect(inside(element, '[part~="unread"]')).toEqual([])
})
