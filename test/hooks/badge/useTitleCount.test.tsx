import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMarkAs, useTitleCount } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const pollInterval = 30_000
const titled = (count: number) => createTestService({ notifications: makeNotifications(count) })

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = '<title>Orders</title>'
})
afterEach(() => void vi.useRealTimers())

describe('the count in the title', () => {
  it('stands before the host’s title, follows the marks, and leaves with the inbox', async () => {
    const { result, unmount } = renderInbox(titled(2), () => {
      useTitleCount()
      return useMarkAs()
    })
    expect(document.title).toBe('Orders')
    await pass(100)
    expect(document.title).toBe('(2) Orders')
    act(() => result.current.mutate({ messageId: 'n1', markAs: 'seen' }))
    await pass(0)
    expect(document.title).toBe('(1) Orders')
    act(() => result.current.mutate({ messageId: 'n0', markAs: 'seen' }))
    await pass(0)
    expect(document.title).toBe('Orders')
    act(() => result.current.mutate({ messageId: 'n0', markAs: 'unseen' }))
    await pass(0)
    unmount()
    expect(document.title).toBe('Orders')
  })

  it('gives the title back as it was written, spaces and all', async () => {
    document.head.innerHTML = '<title> Orders  –  Acme </title>'
    const { unmount } = renderInbox(titled(1), () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('(1) Orders – Acme')
    unmount()
    expect(document.querySelector('title')?.textContent).toBe(' Orders  –  Acme ')
  })

  it('stays while the host changes its title, by whatever way', async () => {
    const { unmount } = renderInbox(titled(3), () => useTitleCount())
    await pass(100)
    document.title = 'Invoices'
    await pass(0)
    expect(document.title).toBe('(3) Invoices')
    const text = document.querySelector('title')?.firstChild
    if (text) text.nodeValue = 'Settings'
    await pass(0)
    expect(document.title).toBe('(3) Settings')
    document
      .querySelector('title')
      ?.replaceWith(Object.assign(document.createElement('title'), { textContent: 'Team' }))
    await pass(0)
    expect(document.title).toBe('(3) Team')
    unmount()
    expect(document.title).toBe('Team')
    document.title = 'Orders'
    await pass(0)
    expect(document.title).toBe('Orders')
  })

  it('does not fight with others who put something around it', async () => {
    const service = titled(3)
    const { unmount } = renderInbox(service, () => useTitleCount(), { pollInterval })
    await pass(100)
    // Another script that insists on being first.
    const other = new MutationObserver(() => {
      if (!document.title.startsWith('●')) document.title = `● ${document.title}`
    })
    other.observe(document.head, { childList: true, subtree: true, characterData: true })
    document.title = 'Orders'
    await pass(10)
    expect(document.title).toBe('● (3) Orders')
    service.add(makeNotification(9))
    await pass(pollInterval * 2)
    expect(document.title).toBe('● (4) Orders')
    unmount()
    await pass(0)
    expect(document.title).toBe('● Orders')
    other.disconnect()
  })

  it('is one, of all inboxes in the page: those of one subscriber are counted once', async () => {
    const useTitle = () => useTitleCount()
    const service = titled(2)
    const [one, same] = [renderInbox(service, useTitle), renderInbox(service, useTitle)]
    const bob = createTestService({ subscriberId: 'bob', notifications: makeNotifications(5) })
    const other = renderInbox(bob, useTitle, { subscriberId: 'bob' })
    await pass(100)
    expect(document.title).toBe('(7) Orders')
    one.unmount()
    expect(document.title).toBe('(7) Orders')
    same.unmount()
    expect(document.title).toBe('(5) Orders')
    other.unmount()
    expect(document.title).toBe('Orders')
  })

  it('ends at 99+, counts what it is told to, and writes it as it is told to', async () => {
    const { unmount } = renderInbox(titled(120), () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('(99+) Orders')
    unmount()
    const service = createTestService({
      notifications: makeNotifications(4, (number) => ({ seen: true, read: number > 1 })),
    })
    renderInbox(service, () => useTitleCount({ filter: { read: false }, format: (count) => `${count} unread` }))
    await pass(100)
    expect(document.title).toBe('(2 unread) Orders')
  })

  it('says nothing while nobody is signed in, nor when the count can’t be had', async () => {
    const service = titled(2)
    service.fail('getFeed', { status: 403 }, 5)
    renderInbox(service, () => useTitleCount(), { subscriberId: null })
    renderInbox(service, () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('Orders')
  })

  it('needs no title to begin with', async () => {
    document.head.innerHTML = ''
    const { unmount } = renderInbox(titled(2), () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('(2)')
    unmount()
    expect(document.title).toBe('')
  })
})
