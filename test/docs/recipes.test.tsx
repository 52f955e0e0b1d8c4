import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { Announcer, InboxProvider } from '../../src/index.ts'
import { clearInbox } from '../../src/persist/index.ts'
import {
  createTestService,
  makeNotification,
  makeNotifications,
  makePreferences,
  type TestService,
} from '../../src/testing/index.ts'
import { createFakeDesktop } from '../hooks/fakeDesktop.ts'
import { loadRecipe, recipes } from './loadRecipe.ts'

// Lazy parts take time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const invitation = {
  type: 'redirect',
  data: { url: '/posts/1' },
  action: { status: 'pending', buttons: [{ type: 'primary', content: 'Accept', resultContent: 'Joined' }] },
} as const

/** Replaces the page's `fetch`, because recipes pass none. Requests outside of the inbox succeed. */
const serve = (): TestService => {
  const service = createTestService({
    notifications: [
      makeNotification(1, {
        subject: 'Bill',
        templateIdentifier: 'invoice-issued',
        tags: ['billing'],
        payload: { projectId: 'a', project: 'Alpha' },
      }),
      makeNotification(2, {
        subject: 'Talk',
        templateIdentifier: 'mention',
        tags: [],
        _feedId: 'conversation',
        payload: { projectId: 'b', project: 'Beta' },
      }),
      makeNotification(3, {
        subject: 'Invitation',
        templateIdentifier: 'comment-added',
        payload: { author: 'Jo', post: 'Plans', text: 'When do we start?', url: '/posts/7' },
        cta: {
          type: invitation.type,
          data: invitation.data,
          action: { ...invitation.action, buttons: [...invitation.action.buttons] },
        },
      }),
    ],
  })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('/api/inbox') ? service.fetch(url, init) : Promise.resolve(new Response('')),
  )
  return service
}

const Provided = ({ children }: { children: ReactNode }) => (
  <InboxProvider subscriberId="ada" baseUrl="/api/inbox" pollInterval={200}>
    <Announcer>{children}</Announcer>
  </InboxProvider>
)

const article = (name: RegExp) => screen.findByRole('article', { name })
const press = async (name: string | RegExp, role = 'button') => userEvent.click(await screen.findByRole(role, { name }))

afterEach(() => vi.unstubAllGlobals())

it('Render your own bell', async () => {
  serve()
  const Bell = loadRecipe('Render your own bell', 'Bell')
  render(<Bell userId="ada" />)
  const bell = await screen.findByRole('button', { name: 'Notifications, 3 new' })
  expect(bell).toHaveTextContent('Notifications 3')
  await userEvent.click(bell)
  expect(await article(/Bill/)).toBeInTheDocument()
  // The first Escape leaves the preferences, the next one closes the popover.
  await press('Preferences')
  await userEvent.keyboard('{Escape}')
  expect(await article(/Bill/)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bell).toHaveFocus()
})

it('Count unread notifications', async () => {
  const service = serve()
  service.add(makeNotification(9, { subject: 'Seen, not read', seen: true }))
  const Bell = loadRecipe('Count unread notifications', 'Bell')
  render(<Bell userId="ada" />)
  await press('Unread 4')
  await press('Mark all as read')
  expect(await screen.findByRole('button', { name: 'Unread 0' })).toBeInTheDocument()
  await waitFor(() => expect(service.notifications().every(({ read }) => read)).toBe(true))
})

it('Build your own panel', async () => {
  serve()
  const App = loadRecipe('Build your own panel', 'App')
  render(<App userId="ada" />)
  await press('Inbox 3')
  expect(await article(/Bill/)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Show the inbox as a page', async () => {
  serve()
  const NotificationsPage = loadRecipe('Show the inbox as a page', 'NotificationsPage')
  render(<NotificationsPage userId="ada" />)
  expect(await article(/Bill/)).toBeInTheDocument()
})

it('Serve your app below a path', async () => {
  serve()
  const navigate = vi.fn<(path: string) => void>()
  const Bell = loadRecipe('Serve your app below a path', 'Bell')
  render(<Bell userId="ada" navigate={navigate} />)
  await press(/3 new/)
  expect(screen.getByRole('link', { name: /Invitation/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/portal\/posts\//),
  )
  await press(/Invitation/, 'link')
  expect(navigate).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/posts\//))
})

it('Open links with your router', async () => {
  serve()
  const Bell = loadRecipe('Open links with your router', 'Bell')
  render(
    <MemoryRouter>
      <Bell userId="ada" />
      <Routes>
        <Route path="/" element={<p>Start</p>} />
        <Route path="/posts/:id" element={<p>Post</p>} />
      </Routes>
    </MemoryRouter>,
  )
  await press(/3 new/)
  await press(/Invitation/, 'link')
  expect(await screen.findByText('Post')).toBeInTheDocument()
})

it('In TanStack Router', async () => {
  serve()
  const Bell = loadRecipe('In TanStack Router', 'Bell')
  const root = createRootRoute({
    component: () => (
      <>
        <Bell userId="ada" />
        <Outlet />
      </>
    ),
  })
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Start</p> })
  const post = createRoute({ getParentRoute: () => root, path: '/posts/$id', component: () => <p>Post</p> })
  const router = createRouter({ routeTree: root.addChildren([start, post]), history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  await press(/3 new/)
  await press(/Invitation/, 'link')
  expect(await screen.findByText('Post')).toBeInTheDocument()
})

it('Add the inbox to Next.js', async () => {
  serve()
  onTestFinished(() => history.pushState(null, '', '/'))
  const Bell = loadRecipe('Add the inbox to Next.js', 'Bell')
  render(<Bell subscriberId="ada" />)
  await press(/3 new/)
  await press(/Invitation/, 'link')
  expect(location.pathname).toMatch(/^\/posts\//)
})

it('Use a popover of Radix or shadcn', async () => {
  serve()
  const Bell = loadRecipe('Use a popover of Radix or shadcn', 'Bell')
  render(<Bell userId="ada" />)
  await press('Inbox 3')
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeInTheDocument()
  expect(await article(/Bill/)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Run code when a user presses a button', async () => {
  serve()
  const Bell = loadRecipe('Run code when a user presses a button', 'Bell')
  render(<Bell userId="ada" />)
  await press(/3 new/)
  await press('Accept')
  expect(await screen.findByText('Joined')).toBeInTheDocument()
})

it('Render your own rows', async () => {
  serve()
  const Bell = loadRecipe('Render your own rows', 'Bell')
  render(<Bell userId="ada" />)
  await press(/3 new/)
  expect(await article(/Jo on Plans/)).toBeInTheDocument()
  expect(await article(/Bill/)).toBeInTheDocument()
})

it('Build your own list', async () => {
  serve()
  const App = loadRecipe('Build your own list', 'App')
  render(<App userId="ada" />)
  expect(await screen.findByText(/Bill/)).toBeInTheDocument()
  await userEvent.click(screen.getAllByRole('button', { name: 'Done' })[0] ?? document.body)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Done' })).toHaveLength(2))
})

it('Show tabs by tag or feed', async () => {
  serve()
  const Bell = loadRecipe('Show tabs by tag or feed', 'Bell')
  render(<Bell userId="ada" />)
  await press('Notifications, 3 new')
  expect(await article(/Bill/)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Billing/ })).toHaveTextContent('Billing 1'))
  await press('Conversations', 'tab')
  expect(await article(/Talk/)).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

it('Tabs in your own state', async () => {
  serve()
  const TabbedInbox = loadRecipe('Tabs in your own state', 'TabbedInbox')
  render(<TabbedInbox />, { wrapper: Provided })
  expect(await article(/Bill/)).toBeInTheDocument()
  await press('Conversations', 'tab')
  expect(await article(/Talk/)).toBeInTheDocument()
  expect(screen.queryByRole('article', { name: /Bill/ })).toBeNull()
})

it('Show the notifications of one project', async () => {
  serve()
  const ProjectNews = loadRecipe('Show the notifications of one project', 'ProjectNews')
  render(<ProjectNews projectId="a" />, { wrapper: Provided })
  expect(await screen.findByRole('region', { name: 'News of this project, 1 new' })).toBeInTheDocument()
  expect(await article(/Bill/)).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

it('Offer undo', async () => {
  const service = serve()
  const MarkAll = loadRecipe('Offer undo', 'MarkAll')
  render(<MarkAll />, { wrapper: Provided })
  const unread = () => service.notifications().filter(({ read }) => !read)
  await press('Mark all as read')
  await waitFor(() => expect(unread()).toHaveLength(0))
  await press('Undo')
  await waitFor(() => expect(unread()).toHaveLength(3))
})

it('Archive and snooze in your own list', async () => {
  const service = serve()
  const ArchivableList = loadRecipe('Archive and snooze in your own list', 'ArchivableList')
  render(<ArchivableList />, { wrapper: Provided })
  const talk = () => service.notifications().find(({ subject }) => subject === 'Talk')
  const row = await screen.findByText(/^Talk/)
  await userEvent.click(within(row).getByRole('button', { name: 'Archive' }))
  expect(screen.queryByText(/^Talk/)).toBeNull()
  await waitFor(() => expect(talk()).toMatchObject({ archived: true, read: true }))
  await press('Undo')
  expect(await screen.findByText(/^Talk/)).toBeInTheDocument()
  await waitFor(() => expect(talk()).toMatchObject({ archived: false, read: false }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

it('A page of archived notifications', async () => {
  const service = serve()
  service.add(makeNotification(9, { subject: 'Old', read: true, seen: true, archived: true }))
  const ArchivePage = loadRecipe('A page of archived notifications', 'ArchivePage')
  render(<ArchivePage userId="ada" />)
  const archived = () => service.notifications().filter((notification) => notification.archived)
  const row = within(await article(/Old/))
  await userEvent.click(row.getByRole('button', { name: 'Move to inbox' }))
  await waitFor(() => expect(archived()).toEqual([]))
  await press(/^Undo/)
  await waitFor(() => expect(archived()).toHaveLength(1))
  expect(await article(/Old/)).toBeInTheDocument()
})

it('Show bold text, links or HTML', async () => {
  const service = serve()
  service.add(makeNotification(9, { content: 'In **bold**' }))
  const Formatted = loadRecipe('Show bold text, links or HTML', 'Formatted')
  const { unmount } = render(<Formatted userId="ada" />)
  await press(/4 new/)
  expect(await screen.findByText('bold', { selector: 'strong' })).toBeInTheDocument()
  unmount()
  service.add(makeNotification(10, { content: '<em>Marked up</em><script>alert(1)</script>' }))
  const Html = loadRecipe('Show bold text, links or HTML', 'Html')
  render(<Html userId="ada" />)
  await press(/5 new/)
  expect(await screen.findByText('Marked up', { selector: 'em' })).toBeInTheDocument()
})

it('Show the count in a menu, the title or the icon', async () => {
  serve()
  const MenuEntry = loadRecipe('Show the count in a menu, the title or the icon', 'MenuEntry')
  render(<MenuEntry />, { wrapper: Provided })
  expect(await screen.findByRole('link', { name: 'Inbox, 3 unread' })).toBeInTheDocument()
})

it('Show a toast on arrival', async () => {
  const service = serve()
  const Bell = loadRecipe('Show a toast on arrival', 'Bell')
  // Polls more often than the recipe's own inbox, into the same cache.
  const Count = loadRecipe('Show the count in a menu, the title or the icon', 'MenuEntry')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Bell userId="ada" />
      <Provided>
        <Count />
      </Provided>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('link', { name: 'Inbox, 3 unread' })).toBeInTheDocument()
  service.add(makeNotification(9, { subject: 'New one' }))
  const toasts = within(await screen.findByRole('region', { name: 'Notifications' }))
  expect(toasts.getByRole('link', { name: 'New one' })).toHaveAttribute('href', '/posts/9')
})

it('Use your own toaster', async () => {
  const service = serve()
  const show = vi.fn<(text: string) => void>()
  const Toasts = loadRecipe('Use your own toaster', 'OwnToasts')
  const Bell = loadRecipe('Show the count in a menu, the title or the icon', 'MenuEntry')
  render(
    <>
      <Toasts show={show} />
      <Bell />
    </>,
    { wrapper: Provided },
  )
  expect(await screen.findByRole('link', { name: 'Inbox, 3 unread' })).toBeInTheDocument()
  await waitFor(() =>
    expect(service.requests.filter(({ operation }) => operation === 'getFeed').length).toBeGreaterThan(2),
  )
  service.add(makeNotification(9, { subject: 'New one' }))
  await waitFor(() => expect(show.mock.calls).toEqual([['New one']]))
})

it('In the title and on the icon', async () => {
  document.title = 'Orders'
  serve()
  const Bell = loadRecipe('In the title and on the icon', 'Bell')
  render(<Bell userId="ada" />)
  await waitFor(() => expect(document.title).toBe('(3) Orders'))
})

it('Show desktop notifications', async () => {
  const desktop = createFakeDesktop('default')
  serve()
  const Bell = loadRecipe('Show desktop notifications', 'Bell')
  render(<Bell userId="ada" />)
  await press('Tell me when this tab is out of sight')
  expect(desktop.requestPermission).toHaveBeenCalledOnce()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Tell me when this tab is out of sight' })).toBeNull(),
  )
})

it('Mark as read on visit', async () => {
  const service = serve()
  const ReadWhatIsVisited = loadRecipe('Mark as read on visit', 'ReadWhatIsVisited')
  render(<ReadWhatIsVisited path="/posts/1" />, { wrapper: Provided })
  const read = () => service.notifications().filter((notification) => notification.read)
  // The second notification links to another page.
  await waitFor(() => expect(read().map(({ subject }) => subject)).toEqual(['Invitation', 'Bill']))
})

it('Refresh from your own socket', async () => {
  const service = serve()
  const sockets: EventTarget[] = []
  class FakeSocket extends EventTarget {
    close = vi.fn<() => void>()
    constructor() {
      super()
      sockets.push(this)
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  const Bell = loadRecipe('Refresh from your own socket', 'Bell')
  const { unmount } = render(<Bell userId="ada" />)
  await screen.findByRole('button', { name: /3 new/ })
  expect(service.live.requests).toHaveLength(0)
  service.add(makeNotification(9, { subject: 'New one' }))
  sockets.at(-1)?.dispatchEvent(new Event('message'))
  await screen.findByRole('button', { name: /4 new/ })
  unmount()
  expect(sockets.at(-1)).toHaveProperty('close.mock.calls', [[]])
})

it('Show the preferences on a settings page', async () => {
  const service = serve()
  const App = loadRecipe('Show the preferences on a settings page', 'App')
  const { rerender } = render(<App userId="ada" path="/" />)
  await press(/3 new/)
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Preferences' })).toBeNull()
  expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
  rerender(<App userId="ada" path="/settings" />)
  const [emails] = await screen.findAllByRole('switch', { name: 'Email' })
  await userEvent.click(emails as HTMLElement)
  await waitFor(() =>
    expect(service.requestsOf('updatePreferences').map(({ body }) => body)).toEqual([{ channels: { email: true } }]),
  )
})

it('Change preferences with your own switch', async () => {
  const service = serve()
  const EmailSwitch = loadRecipe('Change preferences with your own switch', 'EmailSwitch')
  render(<EmailSwitch />, { wrapper: Provided })
  const emails = await screen.findByRole('checkbox', { name: 'Send me emails' })
  expect(emails).not.toBeChecked()
  await userEvent.click(emails)
  expect(emails).toBeChecked()
  await waitFor(() =>
    expect(service.requestsOf('updatePreferences').map(({ body }) => body)).toEqual([{ channels: { email: true } }]),
  )
})

it('Save preferences on your own server', async () => {
  const service = serve()
  let preferences = makePreferences()
  const saved: unknown[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.startsWith('/my/preferences')) return service.fetch(url, init)
    if (init?.method === 'PATCH') {
      const change = JSON.parse(String(init.body)) as { channels: object }
      saved.push(change)
      const { global } = preferences
      preferences = { ...preferences, global: { ...global, channels: { ...global.channels, ...change.channels } } }
    }
    return Promise.resolve(Response.json(preferences))
  })
  const Bell = loadRecipe('Save preferences on your own server', 'Bell')
  render(<Bell userId="ada" />)
  await press(/3 new/)
  await press('Preferences')
  const [email] = await screen.findAllByRole('switch', { name: 'Email' })
  if (email) await userEvent.click(email)
  await waitFor(() => expect(saved).toEqual([{ channels: { email: true } }]))
  expect(email).toBeChecked()
})

it('Show several inboxes', async () => {
  const mine = serve()
  const team = createTestService({ subscriberId: 'team', notifications: makeNotifications(2) })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    (url.includes('/api/team-inbox') ? team : mine).fetch(url, init),
  )
  document.title = 'Orders'
  const Bells = loadRecipe('Show several inboxes', 'Bells')
  render(<Bells userId="ada" teamId="team" />)
  expect(await screen.findByRole('button', { name: 'My notifications, 3 new' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Notifications of my team, 2 new' })).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('(5) Orders'))
})

it('Share the inbox between micro-frontends', async () => {
  serve()
  const Bell = loadRecipe('Share the inbox between micro-frontends', 'Bell')
  render(<Bell userId="ada" />)
  await screen.findByRole('button', { name: 'Notifications, 3 new' })
  const NotificationsPage = loadRecipe('Share the inbox between micro-frontends', 'NotificationsPage')
  render(<NotificationsPage userId="ada" />)
  await press('Mark all as read')
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument()
})

it('Keep the inbox between visits', async () => {
  serve()
  const Bell = loadRecipe('Keep the inbox between visits', 'Bell')
  const { unmount } = render(<Bell userId="ada" />)
  await screen.findByRole('button', { name: /3 new/ })
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Invitation'))
  unmount()
  await clearInbox()
  expect(JSON.stringify(localStorage)).not.toContain('Invitation')
})

it('Render the inbox on the server', async () => {
  const service = serve()
  vi.stubGlobal('inbox', (request: Request) => service.fetch(request.url, { headers: request.headers }))
  const NotificationsPage = loadRecipe('Render the inbox on the server', 'NotificationsPage') as unknown as (
    props: object,
  ) => Promise<ReactNode>
  render(await NotificationsPage({ userId: 'ada', request: new Request('http://localhost/notifications') }))
  expect(screen.getByRole('article', { name: /Bill/ })).toBeInTheDocument()
})

it('Sign ids for a proxy without a session', async () => {
  const service = serve()
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/inbox-hash') return Promise.resolve(new Response('a.hash'))
    asked.push(new Headers(init?.headers).get('tidings-subscriber-hash'))
    return service.fetch(url, init)
  })
  const Bell = loadRecipe('Sign ids for a proxy without a session', 'Bell')
  render(<Bell userId="ada" />)
  await screen.findByRole('button', { name: /3 new/ })
  expect(new Set(asked)).toEqual(new Set(['a.hash']))
})

it('runs every recipe that has a component', () => {
  const here = readFileSync('test/docs/recipes.test.tsx', 'utf8')
  const left = recipes
    .filter(({ code }) => /^export const [A-Z][a-z]/m.test(code))
    .filter(({ heading }) => !here.includes(`loadRecipe('${heading}'`))
  // jsdom has no audio: test/hooks and test/e2e/extras.spec.ts cover this recipe.
  expect(left.map(({ heading }) => heading)).toEqual(['Play a sound on arrival'])
})
