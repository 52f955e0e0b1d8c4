import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InboxDevtools } from '../../src/devtools/index.ts'
import {
  Inbox,
  InboxFeed,
  InboxPage,
  type InboxProps,
  InboxProvider,
  useFeed,
  useUnseenCount,
} from '../../src/index.ts'
import { type InboxStorage, persistInbox } from '../../src/persist/index.ts'
import {
  createTestService,
  inboxProps,
  makeNotification,
  makePreferences,
  makeWorkflowPreference,
} from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { user } from '../setup/user.ts'

const service = (subscriberId = 'ada') =>
  createTestService({
    subscriberId,
    notifications: [
      makeNotification(0, {
        templateIdentifier: 'invite',
        content: '<b>Hello</b>',
        cta: {
          data: { url: '#there' },
          action: { status: 'pending', buttons: [{ type: 'primary', content: 'Accept' }] },
        },
      }),
    ],
  })

const fail = (what: string) => (): never => {
  throw new Error(`the host's ${what} failed`)
}

/** Passes props as JavaScript does, without types. */
const anything = (props: Record<string, unknown>) => props as Partial<InboxProps>

const stored = (broken: Partial<InboxStorage>) =>
  persistInbox({ getItem: () => null, setItem: () => {}, removeItem: () => {}, keys: () => [], ...broken })

const open = async () => {
  await user().click(screen.getByRole('button', { name: /Notifications/ }))
  return screen.findByRole('dialog')
}
const openRow = async () => {
  const panel = await open()
  await user().click((await within(panel).findAllByRole('link'))[0] ?? panel)
}
/** Opens the panel, whose list still shows the notification. */
const openList = async () => within(await open()).findByText(/Hello/)
const openPreferences = async () => {
  await press('Preferences')()
  await screen.findByText('All notifications')
}

const press = (name: string) => async () => {
  await open()
  await user().click(await screen.findByRole('button', { name }))
}

interface Break {
  props: Partial<InboxProps>
  /** The interaction that triggers the failure, if rendering doesn't. */
  step?: () => Promise<unknown>
  /** The error that `onError` receives once. undefined: nothing fails. */
  error?: RegExp
}

/** Created anew for each test, because a failing sanitizer is reported once. */
const breaks = (): Record<string, Break> => ({
  'baseUrl undefined': { props: anything({ baseUrl: undefined }), error: /baseUrl must be an absolute URL/ },
  'baseUrl null': { props: anything({ baseUrl: null }), error: /baseUrl must be an absolute URL/ },
  'baseUrl a number': { props: anything({ baseUrl: 8080 }), error: /baseUrl must be an absolute URL/ },
  'baseUrl empty': { props: { baseUrl: '' }, error: /baseUrl must be an absolute URL/ },
  'baseUrl malformed': { props: { baseUrl: 'https//api' }, error: /baseUrl must be an absolute URL/ },
  'baseUrl with a query': { props: { baseUrl: '/api?x=1' }, error: /without user, query and fragment/ },
  'fetch throws': { props: { fetch: fail('fetch') }, error: /no response/ },
  'fetch rejects': { props: { fetch: async () => fail('fetch')() }, error: /no response/ },
  'fetch returns nothing': { props: anything({ fetch: () => undefined }), error: /no response/ },
  'fetch returns an empty object': { props: anything({ fetch: async () => ({}) }), error: /no response/ },
  'fetch not a function': { props: anything({ fetch: 'fetch' }), error: /no response/ },
  'headers throws': { props: { headers: fail('headers') }, error: /headers failed/ },
  'headers rejects': { props: { headers: async () => fail('headers')() }, error: /headers failed/ },
  'headers returns a number': { props: anything({ headers: () => 42 }), error: /./ },
  'subscriberHash throws': { props: { subscriberHash: fail('subscriberHash') }, error: /subscriberHash failed/ },
  'an API key in headers': { props: { headers: { authorization: 'ApiKey secret' } }, error: /API key/ },
  'timeout not a number': { props: anything({ timeout: 'soon' }), error: /timeout must be/ },
  'a client without methods': { props: anything({ client: {} }), error: /not a function/ },
  'storage that throws': {
    props: { persist: stored({ getItem: fail('storage'), setItem: fail('storage'), removeItem: fail('storage') }) },
    error: /storage failed/,
  },
  'storage that is full': { props: { persist: stored({ setItem: fail('storage') }) }, error: /storage failed/ },
  'storage that rejects': {
    props: { persist: stored({ getItem: async () => fail('storage')(), setItem: async () => fail('storage')() }) },
    error: /storage failed/,
  },
  'storage that hangs': {
    props: {
      persist: stored({ getItem: () => new Promise(() => {}) }),
      environment: { patience: 20, openBroadcast: () => undefined, locks: undefined },
    },
    error: /storage failed \(no response\)/,
  },
  'storage that does not list its keys': {
    props: { persist: stored({ keys: undefined as never }) },
    error: /storage failed \(TypeError: it needs a method `keys`/,
  },
  'storage null': { props: { persist: persistInbox(null as unknown as InboxStorage) }, error: /storage failed/ },
  'storage without functions': { props: { persist: persistInbox({} as InboxStorage) }, error: /storage failed/ },
  'persist without its code': { props: anything({ persist: true }) },
  'storage with invalid content': { props: { persist: stored({ getItem: () => '{"no":"inbox"' }) } },
  'onError throws': { props: { baseUrl: '' }, error: /baseUrl/ },
  'a kind that throws': { props: { kinds: { invite: fail('kind') } }, step: open, error: /kind failed/ },
  'a sanitizer that throws': { props: { content: { html: fail('sanitizer') } }, step: open, error: /sanitizer failed/ },
  'a sanitizer that rejects': {
    props: { content: { html: async () => fail('sanitizer')() } },
    step: open,
    error: /sanitizer failed/,
  },
  'groupBy throws': { props: { groupBy: fail('groupBy') }, step: openList, error: /groupBy failed/ },
  'groupBy returns null': { props: anything({ groupBy: () => null }), step: openList },
  'groupOf throws': { props: { groupOf: fail('groupOf') }, step: openPreferences, error: /groupOf failed/ },
  'groupOf returns null': { props: anything({ groupOf: () => null }), step: openPreferences },
  'groupOf returns an object': { props: anything({ groupOf: () => ({ title: 'Team' }) }), step: openPreferences },
  'a label of the bell throws': { props: { labels: { bellNew: fail('label') } }, error: /label failed/ },
  'a label of the panel throws': {
    props: { labels: { markGroupAsRead: fail('label') } },
    step: openList,
    error: /label failed/,
  },
  'a label of the bell undefined': { props: { labels: { bellNew: undefined as never } }, step: openList },
  'a text where a function belongs': {
    props: anything({ labels: { bellNew: 'New', markGroupAsRead: 'Mark' } }),
    step: openList,
  },
  'a function where a text belongs': {
    props: anything({ labels: { bell: () => 'Bell', notifications: () => 'List' } }),
    step: openList,
  },
  'labels that return nothing': {
    props: anything({ labels: { bellNew: () => undefined, markGroupAsRead: () => null } }),
    step: openList,
  },
  'labels null': { props: anything({ labels: null }) },
  'labels a text': { props: anything({ labels: 'de' }), step: openList },
  'tabs null': { props: anything({ tabs: null }), step: openList },
  'tabs false': { props: anything({ tabs: false }), step: openList },
  'tabs an object': { props: anything({ tabs: { title: 'All' } }), step: openList },
  'tabs with holes': {
    props: anything({ tabs: [null, false, undefined, 'All', { title: 'All', filter: {} }] }),
    step: openList,
  },
  'a tab without a filter': {
    props: anything({ tabs: [{ title: 'All' }, { title: 'None', filter: null }] }),
    step: openList,
  },
  'a tab without a title': {
    props: anything({ tabs: [{ filter: {} }, { title: undefined, filter: {} }] }),
    step: openList,
  },
  'a tab whose title is an object': { props: anything({ tabs: [{ title: {}, filter: {} }] }), step: openList },
  'a tab with an unknown count': {
    props: anything({
      tabs: [
        { title: 'A', filter: {}, count: 'all' },
        { title: 'B', filter: {} },
      ],
    }),
    step: openList,
  },
  'where of a tab throws': {
    props: { tabs: [{ title: 'All', filter: { where: fail('where') }, count: 'unread' }] },
    step: open,
    error: /where failed/,
  },
  'where of two tabs throws': {
    props: {
      tabs: [
        { title: 'All', filter: {} },
        { title: 'Some', filter: { where: fail('where') }, count: 'unread' },
      ],
    },
    step: openList,
    error: /where failed/,
  },
  'kinds null': { props: anything({ kinds: null }), step: openList },
  'kinds a text': { props: anything({ kinds: 'invite' }), step: openList },
  'a kind undefined': { props: anything({ kinds: { invite: undefined } }), step: openList },
  'a kind null': { props: anything({ kinds: { invite: null } }), step: openList },
  'a kind that is a number': { props: anything({ kinds: { invite: 5 } }), step: openList, error: /is not a component/ },
  'a kind that is true': { props: anything({ kinds: { invite: true } }), step: openList, error: /is not a component/ },
  'a kind that is an object': { props: anything({ kinds: { '*': {} } }), step: openList, error: /is not a component/ },
  'a header undefined': { props: anything({ headers: { authorization: undefined } }), step: openList },
  'a child that throws': { props: { children: <Broken /> }, error: /child failed/ },
  'onOpen throws': { props: { onOpen: fail('onOpen') }, step: openRow, error: /onOpen failed/ },
  'onAction throws': { props: { onAction: fail('onAction') }, step: press('Accept'), error: /onAction failed/ },
  'locale nonsense': { props: { locale: 'no locale!' }, step: open },
  'locale a number': { props: anything({ locale: 5 }), step: open },
  'timeZone nonsense': { props: { timeZone: 'Mars/Olympus' }, step: press('Preferences') },
  'pollInterval nonsense': { props: anything({ pollInterval: 'often' }) },
  'pollInterval negative': { props: { pollInterval: -1 } },
  'pageSize nonsense': { props: anything({ pageSize: 'many' }), step: open, error: /limit/ },
  'pageSize 0': { props: { pageSize: 0 }, step: open, error: /limit/ },
  'subscriberId a number': { props: anything({ subscriberId: 7 }), step: open },
  'subscriberId 0': { props: anything({ subscriberId: 0 }), step: open },
  'initialState nonsense': { props: anything({ initialState: 'yesterday' }) },
})

function Broken(): ReactNode {
  return fail('child')()
}

/** Uncaught errors of the page. */
const uncaught = vi.fn<(event: unknown) => void>()
const onUncaught = (event: ErrorEvent) => {
  event.preventDefault()
  uncaught(event)
}

beforeEach(() => {
  vi.useFakeTimers()
  uncaught.mockClear()
  window.addEventListener('error', onUncaught)
  vi.stubGlobal('reportError', uncaught)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  window.removeEventListener('error', onUncaught)
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Whatever is reported again without a poll is reported meanwhile. */
const settle = () => pass(1_000)

describe.each(['production', 'development'])('in a %s build, the host app keeps running with', (mode) => {
  it.each(Object.entries(breaks()))('%s', async (name, { props, step, error }) => {
    vi.stubEnv('NODE_ENV', mode)
    const onError = vi.fn<(error: Error) => void>(name === 'onError throws' ? fail('onError') : undefined)
    const { subscriberId = 'ada' }: { subscriberId?: unknown } = props
    const world = service(String(subscriberId))
    const App = () => (
      <main>
        <h1>Host</h1>
        <Inbox {...inboxProps(world)} onError={onError} {...props} />
        <p>Other content</p>
      </main>
    )
    const { rerender } = render(<App />)
    await screen.findByRole('button', { name: /Notifications/ })
    await step?.()
    if (error) await waitFor(() => expect(onError).toHaveBeenCalled())
    await settle()
    // Rerendering must not report it again.
    rerender(<App />)
    rerender(<App />)
    await settle()
    expect(screen.getByRole('heading', { name: 'Host' })).toBeVisible()
    expect(screen.getByText('Other content')).toBeVisible()
    expect(onError.mock.calls.map(([{ message }]) => message)).toEqual(error ? [expect.stringMatching(error)] : [])
    expect(uncaught).toHaveBeenCalledTimes(name === 'onError throws' ? 1 : 0)
  })
})

const provider = () => ({ ...inboxProps(service()), retry: false as const })

const Count = () => <p>Unseen: {String(useUnseenCount().count)}</p>
const Subjects = () => <p>Status: {useFeed().status}</p>

type ProviderProps = Partial<ComponentProps<typeof InboxProvider>>
const layouts: Record<string, (props: ProviderProps) => ReactNode> = {
  '<InboxPage>': (props) => <InboxPage {...provider()} {...props} />,
  '<InboxFeed> in <InboxProvider>': (props) => (
    <InboxProvider {...provider()} {...props}>
      <InboxFeed />
    </InboxProvider>
  ),
  'the hooks': (props) => (
    <InboxProvider {...provider()} {...props}>
      <Count />
      <Subjects />
    </InboxProvider>
  ),
}

describe.each(Object.entries(layouts))('with %s', (_, layout) => {
  it.each([
    ['no baseUrl', anything({ baseUrl: undefined }), /baseUrl must be an absolute URL/],
    ['an API key', { headers: { authorization: 'ApiKey secret' } }, /API key/],
    ['a failing fetch', { fetch: fail('fetch') }, /no response/],
    ['storage that throws', { persist: stored({ getItem: fail('storage') }) }, /storage failed/],
  ] as const)('the host app keeps running with %s', async (_name, props, error) => {
    vi.stubEnv('NODE_ENV', 'production')
    const onError = vi.fn<(error: Error) => void>()
    render(
      <main>
        <h1>Host</h1>
        {layout({ ...props, onError })}
      </main>,
    )
    await waitFor(() => expect(onError).toHaveBeenCalled())
    await settle()
    expect(screen.getByRole('heading', { name: 'Host' })).toBeVisible()
    // Each failed request is a separate cause. Invalid props and a storage are one cause.
    const messages = [...new Set(onError.mock.calls.map(([{ message }]) => message))]
    expect(messages).toEqual([expect.stringMatching(error)])
    expect(uncaught).not.toHaveBeenCalled()
  })
})

it('nothing of the inbox submits, resets or sends a form of the app around it', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  const workflows = Array.from({ length: 9 }, (_, index) => makeWorkflowPreference(`workflow-${index}`))
  render(
    <form aria-label="Order" onSubmit={onSubmit}>
      <Inbox {...inboxProps(createTestService({ preferences: { ...makePreferences(), workflows } }))}>
        <InboxDevtools defaultOpen />
      </Inbox>
      <input aria-label="Name" />
      <button>Send</button>
    </form>,
  )
  await press('Preferences')()
  await user().click(await screen.findByRole('button', { name: 'Edit' }))
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Order' })
  const fields = [...form.elements].filter((element) => !element.matches('[type=button]'))
  expect(fields).toEqual([screen.getByLabelText('Name'), screen.getByRole('button', { name: 'Send' })])

  const search = screen.getByRole('searchbox')
  await user().type(search, '{Enter}')
  await user().type(screen.getAllByRole('combobox')[0] ?? form, '{Enter}')
  await user().type(screen.getAllByRole('switch')[0] ?? form, '{Enter}')
  await user().type(search, 'x{Enter}')
  for (const button of form.querySelectorAll('button[type]')) fireEvent.click(button)
  expect(onSubmit).not.toHaveBeenCalled()
})

it('an inbox without a service shows an error to its reader, and fetches nothing', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  render(<Inbox {...inboxProps(service())} {...anything({ baseUrl: undefined })} fetch={fetch} />)
  const panel = await open()
  expect(await within(panel).findByText('Your notifications could not be loaded.')).toBeVisible()
  expect(fetch).not.toHaveBeenCalled()
})

it('a render function that throws leaves the default part', async () => {
  const onError = vi.fn<(error: Error) => void>()
  render(
    <InboxProvider {...provider()} onError={onError}>
      <InboxFeed render={fail('render')} />
    </InboxProvider>,
  )
  expect(await screen.findByRole('article')).toBeVisible()
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: "the host's render failed" })]])
})

it.each([
  ['throws', fail('resolveHref'), /resolveHref failed/],
  ['returns a script', () => 'javascript:alert(1)', /returned "javascript:alert\(1\)" for "\/posts\/9"/],
  ['returns another host', (path: string) => `/${path}`, /returned "\/\/posts\/9"/],
  ['returns nothing', () => undefined, /returned undefined/],
  ['is a text', '/portal', /not a function/],
  ['is null', null, undefined],
])('a resolveHref that %s concerns only the links that it was called for', async (_how, resolveHref, error) => {
  const onError = vi.fn<(error: Error) => void>()
  const elsewhere = makeNotification(7, { cta: { data: { url: 'https://other.example/7' } } })
  const world = createTestService({ notifications: [makeNotification(9), makeNotification(8), elsewhere] })
  render(<Inbox {...inboxProps(world)} onError={onError} {...anything({ resolveHref })} />)
  await within(await open()).findByText('Notification 9')
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([...(error ? [] : ['/posts/9', '/posts/8']), 'https://other.example/7'])
  await settle()
  expect(onError.mock.calls.map(([{ message }]) => message)).toEqual(error ? [expect.stringMatching(error)] : [])
})
