import { screen, waitFor } from '@testing-library/react'
import { createContext, useContext } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Bell, Inbox, useFeed, useMarkAs, useUnseenCount } from '../../src/index.ts'
import { createTestService, inboxProps, makeCta, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { inboxIn, renderHookWithInbox, renderWithInbox } from '../../src/testing/react.ts'

const OwnBell = () => {
  const { count = 0 } = useUnseenCount()
  return <Bell count={count} open={false} />
}

describe('renderWithInbox', () => {
  it('renders inside a provider that fetches from the service, which the test controls', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const { inbox } = renderWithInbox(<OwnBell />, { service, provider: { pollInterval: 20 } })
    await waitFor(() => expect(inbox.count()).toBe(3))
    service.add(makeNotification(3))
    await waitFor(() => expect(inbox.count()).toBe(4))
  })

  it('needs only an element to render', async () => {
    const { inbox, service } = renderWithInbox(<OwnBell />)
    await waitFor(() => expect(service.requestsOf('getFeed')).toHaveLength(1))
    expect(inbox.count()).toBe(0)
    expect(() => inbox.row('n1')).toThrow('No row has the id n1. There are no rows. Open the panel first, with open().')
  })

  it('renders inside the wrapper of the host app', async () => {
    const Name = createContext('nobody')
    const Shown = () => <p>{useContext(Name)}</p>
    renderWithInbox(<Shown />, { wrapper: ({ children }) => <Name value="Ada">{children}</Name> })
    expect(screen.getByText('Ada')).toBeVisible()
  })

  it('passes errors to the provider’s own callback', async () => {
    const service = createTestService()
    service.fail('getFeed', { status: 500 })
    const onError = vi.fn()
    renderWithInbox(<OwnBell />, { service, provider: { onError } })
    await waitFor(() => expect(onError).toHaveBeenCalledOnce())
  })
})

describe('renderHookWithInbox', () => {
  it('runs a hook with its props', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { result, rerender } = renderHookWithInbox(
      ({ read }: { read: boolean }) => ({ feed: useFeed({ read }), markAs: useMarkAs() }),
      { service, initialProps: { read: false } },
    )
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(2))
    result.current.markAs.mutate({ messageId: 'n0', markAs: 'read' })
    rerender({ read: true })
    await waitFor(() => expect(result.current.feed.notifications).toMatchObject([{ _id: 'n0' }]))
  })
})

describe('inboxIn', () => {
  it('opens the panel with a bell of the app', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const { container } = renderWithInbox(
      <Inbox {...inboxProps(service)} renderBell={(props) => <button {...props} className="icon-button" />} />,
    )
    const inbox = inboxIn(container)
    await inbox.open()
    expect(inbox.ids()).toEqual(['n0'])
    expect(inbox.bell()).toHaveClass('icon-button')
  })

  it('opens a whole <Inbox> in any language, and uses it', async () => {
    const service = createTestService({ notifications: [makeNotification(1), makeNotification(0, { cta: makeCta() })] })
    const onAction = vi.fn()
    const { container } = renderWithInbox(
      <Inbox {...inboxProps(service)} labels={{ bell: 'Post', unread: 'Neues' }} onAction={onAction} />,
    )
    const inbox = inboxIn(container)
    await waitFor(() => expect(inbox.count()).toBe(2))
    await inbox.open()
    expect(inbox.ids()).toEqual(['n1', 'n0'])
    await inbox.toggleRead('n1')
    expect([inbox.isUnread('n1'), inbox.isUnread('n0')]).toEqual([false, true])
    await inbox.click('Accept', inbox.row('n0'))
    expect(onAction).toHaveBeenCalledOnce()
    await inbox.chooseTab('Neues')
    await waitFor(() => expect(inbox.ids()).not.toContain('n1'))
  })

  it('opens an empty one, and one that failed to load', async () => {
    const { container } = renderWithInbox(<Inbox {...inboxProps(createTestService())} />)
    await inboxIn(container).open()
    expect(screen.getByText('No notifications yet')).toBeVisible()
    const broken = createTestService()
    broken.fail('getFeed', { status: 403 }, 9)
    const other = renderWithInbox(<Inbox {...inboxProps(broken)} />)
    await inboxIn(other.container).open()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
