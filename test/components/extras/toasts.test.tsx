import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import {
  Announcer,
  Inbox,
  InboxPage,
  InboxProvider,
  type InboxProps,
  LanguageProvider,
  NotificationTitle,
  Toasts,
} from '../../../src/index.ts'
import { german } from '../../../src/languages/de.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'
import { setVisibility } from '../setVisibility.ts'

const pollInterval = 1000
const common = { subscriberId: 'ada', baseUrl: '/api/inbox', retry: false, pollInterval } as const
const environment = () => ({ gatherFor: 1, gatherSeenFor: 1, openBroadcast: () => undefined, locks: undefined })
type Service = ReturnType<typeof createTestService>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const show = async (service: Service, children: ReactNode, props: Partial<InboxProps> = {}) => {
  const view = render(
    <>
      <input aria-label="Search" />
      <Inbox {...common} fetch={service.fetch} environment={environment()} {...props}>
        {children}
      </Inbox>
    </>,
    { wrapper: StrictMode },
  )
  await pass(200)
  return view
}

const arrive = async (service: Service, ...notifications: Parameters<Service['add']>[0][]) => {
  for (const notification of notifications) service.add(notification)
  await pass(2 * pollInterval)
}

const region = () => screen.queryByRole('region', { name: 'Notifications' })
const toasts = () => [...(region()?.children ?? [])] as HTMLElement[]
const toastAt = (place: number) => {
  const toast = toasts()[place]
  if (!toast) throw new Error(`There is no toast ${place}.`)
  return toast
}
const titles = () => toasts().map((toast) => toast.querySelector('.tidings-item-title')?.textContent)

describe('<Toasts>', () => {
  it('shows what arrives, once, and not what was there before', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await pass(2 * pollInterval)
    expect(region()).toBeNull()
    await arrive(service, makeNotification(5))
    expect(titles()).toEqual(['Notification 5'])
    expect(toastAt(0)).toHaveTextContent('Body of notification 5')
    await arrive(service, makeNotification(6))
    expect(titles()).toEqual(['Notification 6', 'Notification 5'])
    await pass(10_000)
    expect(region()).toBeNull()
    await pass(5 * pollInterval)
    expect(region()).toBeNull()
  })

  it('shows at most `max`: the newest replaces the oldest', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts max={2} duration={Infinity} />)
    await arrive(service, makeNotification(5), makeNotification(6), makeNotification(7))
    expect(titles()).toEqual(['Notification 7', 'Notification 6'])
    await arrive(service, makeNotification(8))
    expect(titles()).toEqual(['Notification 8', 'Notification 7'])
  })

  it('shows all of several arrivals, although the poll of the bell brings only the newest', async () => {
    const service = createTestService({ notifications: makeNotifications(150) })
    const onOpen = vi.fn<NonNullable<InboxProps['onOpen']>>((_notification, event) => event.preventDefault())
    await show(service, <Toasts />, { onOpen, prefetch: 'none' })
    await pass(2 * pollInterval)
    expect(service.requests.at(-1)?.query).toMatchObject({ limit: '1' })
    await arrive(service, makeNotification(205), makeNotification(206), makeNotification(207))
    expect(titles()).toEqual(['Notification 207', 'Notification 206', 'Notification 205'])
    await user().click(screen.getByRole('link', { name: 'Notification 205' }))
    expect(titles()).toEqual(['Notification 207', 'Notification 206'])
  })

  it('shows only those that `where` chooses', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts where={({ tags }) => tags?.includes('urgent') ?? false} />)
    await arrive(service, makeNotification(5), makeNotification(6, { tags: ['urgent'] }))
    expect(titles()).toEqual(['Notification 6'])
  })

  it('leaves out those for which `where` throws, and reports it once', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const onError = vi.fn<(error: Error) => void>()
    const isUrgent = ({ tags }: InboxNotification) => (tags as string[]).includes('urgent')
    await show(service, <Toasts where={isUrgent} />, { onError })
    const without = { tags: undefined }
    await arrive(
      service,
      makeNotification(5, without),
      makeNotification(6, { tags: ['urgent'] }),
      makeNotification(7, without),
    )
    expect(titles()).toEqual(['Notification 6'])
    expect(onError.mock.calls).toEqual([[expect.any(TypeError)]])
  })

  it('shows nothing while the panel is open, and opening it removes the toasts', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts duration={Infinity} />, { seenWhen: 'never' })
    await arrive(service, makeNotification(5))
    expect(titles()).toEqual(['Notification 5'])
    await user().click(screen.getByRole('button', { name: /^Notifications/ }))
    await screen.findByRole('article', { name: /Notification 5/ })
    expect(region()).toBeNull()
    await arrive(service, makeNotification(6))
    expect(screen.getByRole('article', { name: /Notification 6/ })).toBeInTheDocument()
    expect(region()).toBeNull()
    await user().keyboard('{Escape}')
    await pass(2 * pollInterval)
    expect(region()).toBeNull()
    await arrive(service, makeNotification(7))
    expect(titles()).toEqual(['Notification 7'])
  })

  it('shows nothing beside <InboxPage>, also with an <Inbox> in the header', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const own = { ...common, fetch: service.fetch, environment: environment() }
    await show(service, <Toasts />)
    render(<InboxPage {...own} />)
    await pass(200)
    await arrive(service, makeNotification(5))
    expect(screen.getByRole('article', { name: /Notification 5/ })).toBeInTheDocument()
    expect(document.querySelector('.tidings-toast')).toBeNull()
  })

  it('removes one that was read on another device', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts duration={Infinity} />)
    await arrive(service, makeNotification(5), makeNotification(6))
    service.mark('n5', 'read')
    await pass(2 * pollInterval)
    expect(titles()).toEqual(['Notification 6'])
  })

  it('opens as the list does: by a link, and a router may take over', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const onOpen = vi.fn<NonNullable<InboxProps['onOpen']>>((_notification, event) => event.preventDefault())
    await show(service, <Toasts />, { onOpen })
    await arrive(service, makeNotification(5))
    const link = within(toastAt(0)).getByRole('link', {
      name: 'Notification 5',
      description: 'Body of notification 5',
    })
    expect(link).toHaveAttribute('href', '/posts/5')
    await user().click(link)
    expect(onOpen).toHaveBeenCalledOnce()
    expect(onOpen.mock.calls[0]?.[0]._id).toBe('n5')
    expect(region()).toBeNull()
    await pass(100)
    expect(service.notifications()[0]).toMatchObject({ _id: 'n5', read: true })
  })

  it('opens paths of this site by `navigate` of the inbox', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const navigate = vi.fn()
    await show(service, <Toasts onOpen={() => undefined} />, { navigate, resolveHref: (path) => `/portal${path}` })
    await arrive(service, makeNotification(5))
    const link = within(toastAt(0)).getByRole('link', { name: 'Notification 5' })
    expect(link).toHaveAttribute('href', '/portal/posts/5')
    await user().click(link)
    expect(navigate.mock.calls).toEqual([['/posts/5']])
  })

  it('links only to safe URLs, and opens others by a button if the app handles them', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const unsafe = { cta: { type: 'redirect', data: { url: 'javascript:alert(1)' } } } as const
    const onOpen = vi.fn<NonNullable<InboxProps['onOpen']>>()
    const { unmount } = await show(service, <Toasts />, { onOpen })
    await arrive(service, makeNotification(5, unsafe))
    expect(screen.queryByRole('link')).toBeNull()
    await user().click(screen.getByRole('button', { name: 'Notification 5' }))
    await pass(100)
    expect(onOpen).toHaveBeenCalledOnce()
    expect(service.notifications()[0]).toMatchObject({ read: true })
    unmount()

    await show(service, <Toasts />)
    await arrive(service, makeNotification(6, unsafe))
    expect(titles()).toEqual(['Notification 6'])
    expect(within(toastAt(0)).getAllByRole('button')).toEqual([screen.getByRole('button', { name: 'Dismiss' })])
  })

  it.each([
    ['text', 'text', '**Hi** <b>Ada</b>', '**Hi** <b>Ada</b>'],
    ['rich text', parseRichText, '**Hi** [Ada](https://a.example)', 'Hi Ada'],
    ['HTML', { html: (html: string) => html }, '<p><b>Hi</b> Ada &amp; Bo</p>', 'Hi Ada & Bo'],
  ] as const)('shows the words of %s', async (_name, format, content, words) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />, { content: format })
    await arrive(service, makeNotification(5, { content }), makeNotification(6, { content, subject: null }))
    expect(titles()).toEqual([words, 'Notification 5'])
    expect(toastAt(0).querySelector('.tidings-item-content')).toBeNull()
    expect(toastAt(1).querySelector('.tidings-item-content')).toHaveTextContent(words)
  })

  it('renders the app’s content, or its own if that fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const onError = vi.fn()
    const service = createTestService({ notifications: makeNotifications(2) })
    const renderToast = vi.fn(({ _id }: { _id: string }) => {
      if (_id === 'n6') throw new Error('no')
      return <NotificationTitle>Custom</NotificationTitle>
    })
    await show(service, <Toasts renderToast={renderToast} />, { onError })
    await arrive(service, makeNotification(5), makeNotification(6))
    expect(titles()).toEqual(['Notification 6', 'Custom'])
    expect(screen.getByRole('link', { name: 'Custom' })).toHaveAttribute('href', '/posts/5')
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'no' }))
  })

  it('has the inbox’s labels, and announces each arrival once, not as a live region', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />, german)
    await arrive(service, makeNotification(5))
    const landmark = screen.getByRole('region', { name: 'Benachrichtigungen' })
    expect(landmark.closest('[aria-live]')).toBeNull()
    expect(landmark.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent(/^1 neue Benachrichtigung: /)
    expect(screen.getByRole('button', { name: 'Ausblenden', description: 'Notification 5' })).toBeInTheDocument()
  })

  it('works without a bell: announced too, in the app’s own provider', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const onOpen = vi.fn<NonNullable<InboxProps['onOpen']>>((_notification, event) => event.preventDefault())
    const element = (subscriberId: string) => (
      <InboxProvider {...common} subscriberId={subscriberId} fetch={service.fetch} environment={environment()}>
        <LanguageProvider {...german}>
          <Announcer>
            <Toasts onOpen={onOpen} duration={Infinity} />
          </Announcer>
        </LanguageProvider>
      </InboxProvider>
    )
    const { rerender } = render(element('ada'))
    await pass(200)
    await arrive(service, makeNotification(5), makeNotification(6))
    expect(screen.getByRole('status')).toHaveTextContent(/^2 neue Benachrichtigungen$/)
    await user().click(screen.getByRole('link', { name: 'Notification 6' }))
    expect(onOpen).toHaveBeenCalledOnce()
    expect(screen.getByRole('link', { name: 'Notification 5' })).toBeInTheDocument()
    rerender(element('bob'))
    expect(screen.queryByRole('link')).toBeNull()
  })

  it.each(['top-start', 'top-end', 'bottom-start', 'bottom-end'] as const)('shows at %s', async (placement) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts placement={placement} />)
    await arrive(service, makeNotification(5))
    expect(region()).toHaveAttribute('data-placement', placement)
  })
})

describe('the time of a toast', () => {
  it('is `duration`', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts duration={20_000} />)
    await arrive(service, makeNotification(5))
    await pass(17_000)
    expect(titles()).toEqual(['Notification 5'])
    await pass(3_000)
    expect(region()).toBeNull()
  })

  it('has no end with Infinity', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts duration={Infinity} />)
    await arrive(service, makeNotification(5))
    await pass(100_000)
    expect(titles()).toEqual(['Notification 5'])
  })

  it('starts again after the pointer was over a toast', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await arrive(service, makeNotification(5))
    const pointer = user()
    await pointer.hover(toastAt(0))
    await pass(10_000)
    expect(titles()).toEqual(['Notification 5'])
    await pointer.unhover(toastAt(0))
    await pass(5_000)
    expect(titles()).toEqual(['Notification 5'])
    await pass(1_500)
    expect(region()).toBeNull()
  })

  it('goes on for the others after a click closed the toast under the pointer', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await arrive(service, makeNotification(5), makeNotification(6))
    await user().click(within(toastAt(0)).getByRole('button', { name: 'Dismiss' }))
    expect(titles()).toEqual(['Notification 5'])
    await pass(7_000)
    expect(region()).toBeNull()
  })

  it('starts again after the focus was in a toast', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await arrive(service, makeNotification(5))
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    await pass(10_000)
    expect(titles()).toEqual(['Notification 5'])
    act(() => screen.getByRole('textbox').focus())
    await pass(6_500)
    expect(region()).toBeNull()
  })

  it('goes on only while the document is visible', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await arrive(service, makeNotification(5))
    act(() => setVisibility('hidden'))
    await pass(10_000)
    expect(titles()).toEqual(['Notification 5'])
    // Arrives while nobody looks, and shows when the reader returns.
    await arrive(service, makeNotification(6))
    expect(titles()).toEqual(['Notification 5'])
    act(() => setVisibility('visible'))
    await pass(2 * pollInterval)
    expect(titles()).toEqual(['Notification 6', 'Notification 5'])
    await pass(7_000)
    expect(region()).toBeNull()
  })
})

describe('the focus', () => {
  it('never moves by itself', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    act(() => screen.getByRole('textbox').focus())
    await arrive(service, makeNotification(5))
    expect(region()).not.toBeNull()
    expect(screen.getByRole('textbox')).toHaveFocus()
    await pass(7_000)
    expect(region()).toBeNull()
    expect(screen.getByRole('textbox')).toHaveFocus()
  })

  it.each([
    ['Escape', () => user().keyboard('{Escape}')],
    ['the button', () => user().keyboard('{Enter}')],
  ])('returns to where it was after %s closed the toast', async (_name, close) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const onKeyDown = vi.fn()
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a dialog of the app
      <div onKeyDown={({ key }) => onKeyDown(key)}>
        <input />
        <Inbox {...common} fetch={service.fetch} environment={environment()}>
          <Toasts />
        </Inbox>
      </div>,
    )
    await pass(200)
    act(() => screen.getByRole('textbox').focus())
    await arrive(service, makeNotification(5), makeNotification(6))
    act(() => within(toastAt(1)).getByRole('button', { name: 'Dismiss' }).focus())
    await close()
    expect(titles()).toEqual(['Notification 6'])
    expect(screen.getByRole('textbox')).toHaveFocus()
    expect(onKeyDown).not.toHaveBeenCalledWith('Escape')
    await pass(7_000)
    expect(region()).toBeNull()
  })

  it('moves to the bell if a toast with the focus was read elsewhere, and nothing had the focus before', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await arrive(service, makeNotification(5))
    act(() => screen.getByRole('link', { name: 'Notification 5' }).focus())
    service.mark('n5', 'read')
    await pass(2 * pollInterval)
    expect(region()).toBeNull()
    expect(screen.getByRole('button', { name: /^Notifications/ })).toHaveFocus()
  })

  it('stays in a toast that lost it to another window', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await show(service, <Toasts />)
    await arrive(service, makeNotification(5))
    const link = screen.getByRole('link', { name: 'Notification 5' })
    act(() => link.focus())
    // As browsers report it: the link is still the active element.
    fireEvent.focusOut(link, { relatedTarget: null })
    await pass(10_000)
    expect(link).toHaveFocus()
  })
})
