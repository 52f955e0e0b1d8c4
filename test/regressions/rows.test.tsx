import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { requestCount, showInbox } from './showInbox.tsx'

afterEach(() => void vi.useRealTimers())

describe('a click on a notification', () => {
  it('navigates within the click, by itself or by the host’s router, while its mark is still pending', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    service.fail('markAs', 'no-response')
    const onOpen = vi.fn()
    const openWindow = vi.spyOn(window, 'open')
    const inbox = showInbox(service, { onOpen })
    await inbox.open()
    const browserFollows: boolean[] = []
    const follow = (event: Event) => {
      browserFollows.push(!event.defaultPrevented)
      // jsdom logs an error for each link that it can't follow.
      event.preventDefault()
    }
    window.addEventListener('click', follow, { once: true })
    const link = within(inbox.row('n1')).getByRole('link')
    fireEvent.click(link)
    expect(link).toHaveAttribute('href', '/posts/1')
    expect(browserFollows).toEqual([true])
    expect(onOpen).toHaveBeenCalledOnce()
    expect(requestCount(service, 'markAs')).toBe(0)
    await waitFor(() =>
      expect(service.requests.find(({ operation }) => operation === 'markAs')).toMatchObject({
        body: { messageId: ['n1'], markAs: 'read' },
        // The browser page may be closed by now.
        keepalive: true,
      }),
    )
    expect(openWindow).not.toHaveBeenCalled()
  })

  it('on one of its buttons does only the button’s action, and does not open the row', async () => {
    const buttons = [{ type: 'primary', content: 'Accept', resultContent: 'Accepted' }]
    const invitation = makeNotification(0, {
      cta: { data: { url: '/posts/0' }, action: { status: 'pending', buttons } },
    })
    const service = createTestService({ notifications: [invitation] })
    const [onOpen, onAction] = [vi.fn(), vi.fn()]
    const inbox = showInbox(service, { onOpen, onAction })
    await inbox.open()
    const follow = vi.fn()
    within(inbox.row('n0')).getByRole('link').addEventListener('click', follow)
    await inbox.mark('n0', 'Mark as read')
    await inbox.mark('n0', 'Mark as unread')
    expect(onAction).not.toHaveBeenCalled()
    await inbox.click('Accept')
    await inbox.page.findByText('Accepted')
    expect(onAction).toHaveBeenCalledOnce()
    expect(onOpen).not.toHaveBeenCalled()
    expect(follow).not.toHaveBeenCalled()
  })
})

it('an arrival while a row has the focus moves no row until the reader asks for it', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 20 })
  await inbox.open()
  inbox.row('n1').focus()
  service.add(makeNotification(3))
  await inbox.page.findByRole('button', { name: '1 new notification' })
  expect(inbox.ids()).toEqual(['n2', 'n1', 'n0'])
  await inbox.showArrivals()
  await waitFor(() => expect(inbox.ids()).toEqual(['n3', 'n2', 'n1', 'n0']))
})

it('an arrival at the top preserves the element and the focus of every row', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 20 })
  await inbox.open()
  const rows = inbox.ids().map(inbox.row)
  rows[1]?.focus()
  service.add(makeNotification(3))
  // A press that does not move the focus.
  fireEvent.click(await inbox.page.findByRole('button', { name: '1 new notification' }))
  await waitFor(() => expect(inbox.ids()).toEqual(['n3', 'n2', 'n1', 'n0']))
  for (const [place, id] of ['n2', 'n1', 'n0'].entries()) expect(inbox.row(id)).toBe(rows[place])
  expect(rows[1]).toHaveFocus()
})

it('sixty rows run as many timers as one', async () => {
  vi.useFakeTimers()
  const timersWith = async (count: number) => {
    // Timers of the previous inbox, whose cache has not been collected yet.
    vi.clearAllTimers()
    const inbox = showInbox(createTestService({ notifications: makeNotifications(count) }), { pageSize: 100 })
    // A list that shows five seconds after its page was fetched fetches it again, and the cache sets a timer for the old
    // one. Code loads in real time, so the fake time at which the list shows varies: it is later than that in any case.
    await pass(6000)
    fireEvent.click(inbox.bell())
    await waitFor(() => expect(inbox.ids()).toHaveLength(count))
    await pass(10_000)
    expect(inbox.container.querySelectorAll('time')).toHaveLength(count)
    const timers = vi.getTimerCount()
    inbox.unmount()
    return timers
  }
  expect(await timersWith(60)).toBe(await timersWith(1))
})
