import { onlineManager } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Inbox, InboxPage, type InboxProps } from '../../../src/index.ts'
import { german } from '../../../src/languages/de.ts'
import {
  createTestService,
  inboxProps,
  makeNotification,
  makeNotifications,
  type TestService,
} from '../../../src/testing/index.ts'
import { listenToAnnouncements } from '../../setup/listenToAnnouncements.ts'
import { pass } from '../../setup/pass.ts'
import { user as createUser } from '../../setup/user.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const show = (service: TestService, props: Partial<InboxProps> = {}) => {
  const element = (changed: Partial<InboxProps> = {}) => (
    <StrictMode>
      <Inbox {...inboxProps(service)} {...props} {...changed} />
    </StrictMode>
  )
  const { rerender } = render(element())
  return { user: createUser(), rerender: (changed: Partial<InboxProps>) => rerender(element(changed)) }
}

const bell = () => screen.findByRole('button', { name: /^Notifications/ })
const openPanel = async (user: UserEvent) => {
  await user.click(await bell())
  const dialog = await screen.findByRole('dialog', { name: 'Notifications' })
  await within(dialog).findAllByRole('article')
  return within(dialog)
}

/** Collects the links that the browser would follow. Stops them, because jsdom can't navigate. */
const watchLinks = () => {
  const followed: (string | null)[] = []
  const stop = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (link && !event.defaultPrevented) followed.push(link.getAttribute('href'))
    event.preventDefault()
  }
  addEventListener('click', stop)
  onTestFinished(() => removeEventListener('click', stop))
  return followed
}

describe('<Inbox>', () => {
  it('shows the number of new notifications on the bell', async () => {
    const { user } = show(createTestService({ notifications: makeNotifications(3, (n) => ({ seen: n === 0 })) }))
    await screen.findByRole('button', { name: 'Notifications, 2 new' })
    expect(await bell()).toHaveAttribute('aria-expanded', 'false')
    await user.click(await bell())
    expect(await bell()).toHaveAttribute('aria-expanded', 'true')
  })

  it('sends one request while it is closed', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    show(service)
    await screen.findByRole('button', { name: 'Notifications, 3 new' })
    expect(service.requests.map(({ operation, query }) => [operation, query])).toEqual([['getFeed', { limit: '20' }]])
  })

  it('calls onError with the error of a handler, and shows the failure to the reader', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const notification = makeNotification(0, {
      cta: { type: 'redirect', action: { status: 'pending', buttons: [{ type: 'primary', content: 'Accept' }] } },
    })
    const { user } = show(createTestService({ notifications: [notification] }), {
      onError,
      onAction: () => {
        throw new Error('No route.')
      },
      onPreferenceChange: () => Promise.reject(new Error('Not saved.')),
      onScheduleChange: () => Promise.reject(new Error('No hours.')),
    })
    const panel = await openPanel(user)
    await user.click(panel.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(onError.mock.calls).toEqual([[new Error('No route.')]]))
    await user.click(panel.getByRole('button', { name: 'Preferences' }))
    await user.click((await panel.findAllByRole('switch', { name: 'Email' }))[0]!)
    await waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('Not saved.')))
    await user.click(panel.getByRole('button', { name: 'Edit' }))
    await user.click(panel.getByRole('switch', { name: /hours/i }))
    await waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('No hours.')))
    expect(onError).toHaveBeenCalledTimes(3)
  })

  it('a panel that fails to render does not affect the app, and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const onError = vi.fn<(error: Error) => void>()
    let isBroken = true
    const Footer = () => {
      if (isBroken) throw new Error('No footer.')
      return 'All'
    }
    const { user } = show(createTestService({ notifications: makeNotifications(1) }), {
      footer: <Footer />,
      onError,
    })
    await user.click(await bell())
    const tryAgain = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('Your notifications could not be loaded.')).not.toHaveLength(0)
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'No footer.' }))

    isBroken = false
    await user.click(tryAgain)
    expect(await screen.findAllByRole('article')).toHaveLength(1)
  })

  it('<InboxPage> does not affect the app either', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const onError = vi.fn<(error: Error) => void>()
    let isBroken = true
    const Footer = () => {
      if (isBroken) throw new Error('No footer.')
      return 'All'
    }
    const service = createTestService({ notifications: makeNotifications(1) })
    render(
      <main>
        <InboxPage {...inboxProps(service)} footer={<Footer />} onError={onError} />
      </main>,
    )
    const tryAgain = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('main')).toBeInTheDocument()
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'No footer.' }))
    isBroken = false
    await createUser().click(tryAgain)
    expect(await screen.findAllByRole('article')).toHaveLength(1)
  })

  it('marks a notification as read and back, and updates the tabs', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const panel = await openPanel(show(service).user)
    const user = createUser()
    const first = () => panel.getAllByRole('article')[0] as HTMLElement
    await user.click(within(first()).getByRole('button', { name: 'Mark as read' }))
    expect(first()).not.toHaveAttribute('data-unread')
    await user.click(panel.getByRole('tab', { name: /^Unread/ }))
    await waitFor(() => expect(panel.getAllByRole('article').map(({ dataset }) => dataset.id)).toEqual(['n0']))
    await user.click(panel.getByRole('tab', { name: 'All' }))
    await user.click(within(first()).getByRole('button', { name: 'Mark as unread' }))
    await waitFor(() => expect(service.notifications().map(({ read }) => read)).toEqual([false, false]))
  })

  it('offers the preferences before the first notification', async () => {
    const { user } = show(createTestService({ notifications: [] }))
    await user.click(await bell())
    await screen.findByText('No notifications yet')
    await user.click(screen.getByRole('button', { name: 'Choose notifications' }))
    expect(await screen.findByRole('heading', { name: 'Preferences' })).toBeVisible()
  })

  it('marks all as read, and shows that none is left', async () => {
    const service = createTestService({ notifications: makeNotifications(30) })
    const { user } = show(service)
    const panel = await openPanel(user)
    await user.click(panel.getByRole('tab', { name: /^Unread/ }))
    await panel.findAllByRole('article')
    await user.click(panel.getByRole('button', { name: 'Mark all as read' }))
    await panel.findByText("You're all caught up")
    await screen.findByRole('button', { name: 'Notifications', expanded: true })
    await waitFor(() => expect(service.notifications().every(({ read }) => read)).toBe(true))
  })

  it('undoes exactly "Mark all as read"', async () => {
    const service = createTestService({ notifications: makeNotifications(6, (n) => ({ read: n < 2, seen: true })) })
    const { user } = show(service)
    const panel = await openPanel(user)
    await user.click(panel.getByRole('button', { name: 'Mark all as read' }))
    await panel.findByText('4 marked as read')
    expect(screen.getByRole('status')).toHaveTextContent('4 marked as read')
    await user.click(panel.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(service.notifications().map(({ read }) => read)).toEqual([false, false, false, false, true, true]),
    )
    expect(panel.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('shows that a mark failed, and retries it on request', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const { user } = show(service)
    const panel = await openPanel(user)
    service.fail('markAs', { status: 503 })
    await user.click(panel.getByRole('button', { name: 'Mark as read' }))
    await panel.findByText('Could not mark “Notification 0” as read.')
    expect(screen.getByRole('status')).toHaveTextContent('Could not mark “Notification 0” as read.')
    expect(panel.getByRole('article')).toHaveAttribute('data-unread')
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(service.notifications()[0]).toMatchObject({ read: true }))
    expect(panel.queryByText('Could not mark “Notification 0” as read.')).not.toBeInTheDocument()
  })

  it('shows the number of unread notifications, and enables "Mark all as read" while there are some', async () => {
    const service = createTestService({ notifications: makeNotifications(3, (n) => ({ read: n === 0, seen: true })) })
    const { user } = show(service)
    const panel = await openPanel(user)
    const unread = panel.getByRole('tab', { name: /^Unread/ })
    const markAll = panel.getByRole('button', { name: 'Mark all as read' })
    await waitFor(() => expect(unread).toHaveAccessibleName('Unread 2'))
    // Screen readers say it when the panel opens, whose title gets the focus.
    expect(panel.getByRole('heading', { name: 'Notifications' })).toHaveAccessibleDescription('Unread 2')
    expect(markAll).not.toHaveAttribute('aria-disabled')
    await user.click(markAll)
    expect(unread).toHaveAccessibleName('Unread')
    expect(markAll).toHaveAttribute('aria-disabled', 'true')
    expect(markAll).toHaveFocus()
    await panel.findByText('2 marked as read')
    await user.click(markAll)
    expect(service.requestsOf('markAll')).toHaveLength(1)
  })

  it('shows that the browser is offline', async () => {
    const { user } = show(createTestService({ notifications: makeNotifications(2) }))
    const panel = await openPanel(user)
    const text = 'Offline. Changes will be sent later.'
    try {
      act(() => onlineManager.setOnline(false))
      expect(panel.getByText(text)).toBeVisible()
      await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
    } finally {
      act(() => onlineManager.setOnline(true))
    }
    expect(panel.queryByText(text)).not.toBeInTheDocument()
  })

  it('announces a mark-all in the language of the app while the browser is offline', async () => {
    const { labels } = german
    const { user } = show(createTestService({ notifications: makeNotifications(2) }), { labels })
    await user.click(await screen.findByRole('button', { name: /^Benachrichtigungen/ }))
    const button = await screen.findByRole('button', { name: labels.markAllAsRead })
    await screen.findAllByRole('article')
    const announced = listenToAnnouncements()
    try {
      act(() => onlineManager.setOnline(false))
      await pass(1_000)
      announced.length = 0
      await user.click(button)
      await pass(1_000)
      expect(announced.filter((text) => text !== '')).toEqual([labels.offline])
    } finally {
      act(() => onlineManager.setOnline(true))
    }
  })

  it('shows that the list failed to load, and retries on request', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { user } = show(service, { prefetch: 'none' })
    await screen.findByRole('button', { name: 'Notifications, 2 new' })
    service.fail('getFeed', { status: 500 })
    await user.click(await bell())
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('article')).toHaveLength(2)
  })

  it('calls the app for a notification’s button, marks the notification as read, and shows the result', async () => {
    const buttons = [
      { type: 'primary', content: 'Accept', resultContent: 'Accepted' },
      { type: 'secondary', content: 'Decline' },
    ]
    const invitation = makeNotification(0, { cta: { action: { status: 'pending', buttons } } })
    const service = createTestService({ notifications: [invitation] })
    const onAction = vi.fn()
    const { user } = show(service, { onAction })
    const panel = await openPanel(user)
    await user.dblClick(panel.getByRole('button', { name: 'Accept' }))
    await panel.findByText('Accepted')
    expect(onAction).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'n0' }), buttons[0], 0)
    await waitFor(() => expect(service.notifications()[0]).toMatchObject({ read: true }))
  })

  it('opens a notification without waiting for its mark, and lets the app navigate', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    service.hold('markAs')
    const onOpen = vi.fn<NonNullable<InboxProps['onOpen']>>((_notification, event) => event.preventDefault())
    const { user } = show(service, { onOpen })
    const panel = await openPanel(user)
    await user.click(panel.getByRole('link', { name: 'Notification 0' }))
    expect(onOpen).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(service.requests.some(({ operation }) => operation === 'markAs')).toBe(true))
  })

  it('closes after a link that navigates, not after one that opens a new tab', async () => {
    const to = (url: string) => ({ cta: { data: { url } }, subject: url })
    const notifications = [makeNotification(1, to('https://other.example/a')), makeNotification(2, to('/posts/1'))]
    const { user } = show(createTestService({ notifications }), {
      onOpen: (_notification, event) => event.preventDefault(),
    })
    const panel = await openPanel(user)
    await user.click(panel.getByRole('link', { name: /other/ }))
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    await user.click(panel.getByRole('link', { name: /posts/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    ['a path', '/posts/1?tab=new#end', '/posts/1?tab=new#end'],
    ['an address of this site', `${location.origin}/posts/1`, '/posts/1'],
    ['a path with an address of this site', `/login?next=${location.origin}/`, `/login?next=${location.origin}/`],
    ['a query', '?tab=team', '/?tab=team'],
    ['this site, in capitals', location.origin.toUpperCase(), '/'],
    ['another site', 'https://other.example/a', undefined],
    ['a mail', 'mailto:ada@example.com', undefined],
    ['a fragment of this page', '#posts', undefined],
  ])('opens paths of this site by `navigate`, and leaves others to the browser: %s', async (_name, url, path) => {
    const followed = watchLinks()
    const cta = { data: { url }, action: { status: 'pending', buttons: [{ type: 'primary', content: 'See' }] } }
    const navigate = vi.fn()
    const { user } = show(createTestService({ notifications: [makeNotification(1, { cta })] }), { navigate })
    for (const name of ['Notification 1', 'See']) {
      if (screen.queryByRole('dialog') === null) await openPanel(user)
      await user.keyboard('{Control>}')
      await user.click(screen.getByRole('link', { name }))
      await user.keyboard('{/Control}')
      expect(followed).toEqual([url])
      expect(navigate).not.toHaveBeenCalled()
      await user.click(screen.getByRole('link', { name }))
      expect(followed).toEqual(path === undefined ? [url, url] : [url])
      expect(navigate.mock.calls).toEqual(path === undefined ? [] : [[path]])
      followed.length = 0
      navigate.mockClear()
    }
  })

  it.each([
    ['a path', '/orders/77?tab=new', '/portal/orders/77?tab=new', '/orders/77?tab=new'],
    ['another site', 'https://other.example/a', 'https://other.example/a', undefined],
    ['a whole address of this site', `${location.origin}/portal/a`, `${location.origin}/portal/a`, '/portal/a'],
    ['a query of this page', '?tab=team', '?tab=team', '/?tab=team'],
    ['a mail', 'mailto:ada@example.com', 'mailto:ada@example.com', undefined],
    ['a path that the app has elsewhere', '/docs/a', 'https://docs.example/a', undefined],
  ])(
    'links to the addresses of `resolveHref`, and navigates to those of the router: %s',
    async (_name, url, href, path) => {
      const followed = watchLinks()
      const cta = { data: { url }, action: { status: 'pending', buttons: [{ type: 'primary', content: 'See' }] } }
      const navigate = vi.fn()
      const resolveHref = (given: string) =>
        given.startsWith('/docs') ? `https://docs.example${given.slice(5)}` : `/portal${given}`
      const service = createTestService({ notifications: [makeNotification(1, { cta })] })
      const { user } = show(service, { navigate, resolveHref })
      for (const name of ['Notification 1', 'See']) {
        if (screen.queryByRole('dialog') === null) await openPanel(user)
        const link = screen.getByRole('link', { name })
        expect(link).toHaveAttribute('href', href)
        await user.click(link)
        expect([followed, navigate.mock.calls]).toEqual(path === undefined ? [[href], []] : [[], [[path]]])
        followed.length = 0
        navigate.mockClear()
      }
    },
  )

  it('does not navigate if the app prevents it, and leaves the link to the browser if the router fails', async () => {
    const followed = watchLinks()
    const failure = new Error('This path is unknown.')
    const navigate = vi.fn(() => {
      throw failure
    })
    const onError = vi.fn()
    const { user } = show(createTestService({ notifications: makeNotifications(2) }), {
      navigate,
      onError,
      onOpen: ({ _id }, event) => {
        if (_id === 'n0') event.preventDefault()
      },
    })
    await user.click((await openPanel(user)).getByRole('link', { name: 'Notification 0' }))
    expect([navigate.mock.calls, followed]).toEqual([[], []])
    await user.click((await openPanel(user)).getByRole('link', { name: 'Notification 1' }))
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure)
    expect(followed).toEqual(['/posts/1'])
  })

  it('shows the preferences with critical workflows always on, and returns to the list', async () => {
    const { user } = show(createTestService({ notifications: makeNotifications(1) }))
    const panel = await openPanel(user)
    await user.click(panel.getByRole('button', { name: 'Preferences' }))
    expect(await panel.findByText('Comment added')).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Edit' }))
    expect(panel.getByRole('switch', { name: 'Monday' })).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Back' }))
    expect(await panel.findByRole('article')).toBeInTheDocument()
  })

  it('announces arrivals while it is closed', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    show(service, { pollInterval: 20 })
    await screen.findByRole('button', { name: 'Notifications, 1 new' })
    service.add(makeNotification(1))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 new notification'))
  })

  it('closes and drops everything after sign-out', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { user, rerender } = show(service, { pollInterval: 10 })
    await openPanel(user)
    rerender({ subscriberId: null })
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
    const requestCount = service.requests.length
    await pass(10_000)
    expect(service.requests).toHaveLength(requestCount)
  })
})
