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
  it('precedes the app’s title, follows the marks, and is removed with the inbox', async () => {
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

  it('restores the title as it was written, including spaces', async () => {
    document.head.innerHTML = '<title> Orders  –  Acme </title>'
    const { unmount } = renderInbox(titled(1), () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('(1) Orders – Acme')
    unmount()
    expect(document.querySelector('title')?.textContent).toBe(' Orders  –  Acme ')
  })

  it('stays while the app changes its title, in any way', async () => {
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

  it('leaves text that another script adds around it', async () => {
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

  it('is the total of all inboxes of the page, and counts those of one subscriber once', async () => {
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

  it('ends at 99+, and accepts a filter and a format', async () => {
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

  it('has the default format where that of the app throws, which is reported once', async () => {
    const service = titled(120)
    const onError = vi.fn<(error: Error) => void>()
    const format = () => {
      throw new Error('format failed')
    }
    const { result } = renderInbox(
      service,
      () => {
        useTitleCount({ format })
        return useMarkAs()
      },
      { onError },
    )
    await pass(100)
    expect(document.title).toBe('(99+) Orders')
    act(() => result.current.mutate({ messageId: 'n1', markAs: 'seen' }))
    await pass(0)
    expect(onError.mock.calls.map(([{ message }]) => message)).toEqual(['format failed'])
  })

  it('is absent while no one is signed in, and when the count can’t be fetched', async () => {
    const service = titled(2)
    service.fail('getFeed', { status: 403 }, 5)
    renderInbox(service, () => useTitleCount(), { subscriberId: null })
    renderInbox(service, () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('Orders')
  })

  it('works in a page without a title', async () => {
    document.head.innerHTML = ''
    const { unmount } = renderInbox(titled(2), () => useTitleCount())
    await pass(100)
    expect(document.title).toBe('(2)')
    unmount()
    expect(document.title).toBe('')
  })
})
