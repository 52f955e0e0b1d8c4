import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Inbox, InboxPage } from '../../../src/index.ts'
import { createTestService, makeNotification } from '../../../src/testing/index.ts'
import { listenToAnnouncements } from '../../setup/listenToAnnouncements.ts'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'

const poll = 1000
const old = makeNotification(1, { createdAt: '2020-01-01T00:00:00.000Z', seen: true })
const arrival = (number: number) => makeNotification(number, { createdAt: new Date().toISOString() })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const common = { subscriberId: 'ada', baseUrl: '/api/inbox', retry: false, pollInterval: poll } as const
const environment = () => ({ gatherFor: 1, gatherSeenFor: 1, openBroadcast: () => undefined, locks: undefined })

const bell = () => screen.findByRole('button', { name: /^Notifications/ })

describe('an arrival is announced once', () => {
  it('by the bell, while its panel is closed', async () => {
    const service = createTestService({ notifications: [old] })
    render(<Inbox {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    await bell()
    await pass(poll)
    const announced = listenToAnnouncements()
    service.add(arrival(2))
    await pass(3 * poll)
    expect(announced).toEqual(['1 new notification: Notification 2'])
  })

  it('by the list, while it is open, and not again by the bell', async () => {
    const service = createTestService({ notifications: [old] })
    render(<Inbox {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    await user().click(await bell())
    await screen.findAllByRole('article')
    await pass(poll)
    const announced = listenToAnnouncements()
    service.add(arrival(2))
    service.add(arrival(3))
    await pass(3 * poll)
    expect(screen.getAllByRole('article')).toHaveLength(3)
    expect(announced).toEqual(['2 new notifications'])
  })

  it('by the bell, while the panel shows the preferences', async () => {
    const service = createTestService({ notifications: [old] })
    render(<Inbox {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    await user().click(await bell())
    await user().click(await screen.findByRole('button', { name: 'Preferences' }))
    await pass(poll)
    const announced = listenToAnnouncements()
    service.add(arrival(2))
    await pass(3 * poll)
    expect(announced).toEqual(['1 new notification: Notification 2'])
  })

  it('not again when the panel opens and shows announced arrivals', async () => {
    const service = createTestService({ notifications: [old] })
    render(<Inbox {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    await user().click(await bell())
    await screen.findAllByRole('article')
    await user().click(await bell())
    const announced = listenToAnnouncements()
    service.add(arrival(2))
    await pass(3 * poll)
    expect(announced).toEqual(['1 new notification: Notification 2'])
    await user().click(await bell())
    await pass(2 * poll)
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(announced).toEqual(['1 new notification: Notification 2'])
  })

  it('by one of two bells, and by an <InboxPage> beside a bell', async () => {
    const service = createTestService({ notifications: [old] })
    const { rerender } = render(
      <>
        <Inbox {...common} fetch={service.fetch} environment={environment()} />
        <Inbox {...common} fetch={service.fetch} environment={environment()} />
      </>,
    )
    await screen.findAllByRole('button', { name: /^Notifications/ })
    await pass(2 * poll)
    const announced = listenToAnnouncements()
    service.add(arrival(2))
    await pass(3 * poll)
    expect(announced).toEqual(['1 new notification: Notification 2'])

    rerender(
      <>
        <Inbox {...common} fetch={service.fetch} environment={environment()} />
        <InboxPage {...common} fetch={service.fetch} environment={environment()} />
      </>,
    )
    await screen.findAllByRole('article')
    await pass(2 * poll)
    announced.length = 0
    service.add(arrival(3))
    await pass(3 * poll)
    expect(screen.getAllByRole('article')).toHaveLength(3)
    expect(announced).toEqual(['1 new notification: Notification 3'])
  })
})

describe('only arrivals are announced, whatever the reader’s clock', () => {
  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  it('an arrival is announced if the clock is ahead', async () => {
    const service = createTestService({ notifications: [old] })
    render(<Inbox {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    await user().click(await bell())
    await screen.findAllByRole('article')
    await pass(poll)
    const announced = listenToAnnouncements()
    service.add(makeNotification(2, { createdAt: minutesFromNow(-2) }))
    await pass(3 * poll)
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(announced).toEqual(['1 new notification: Notification 2'])
  })

  it('a notification of the opened list is not announced if the clock is behind', async () => {
    const service = createTestService({ notifications: [makeNotification(2, { createdAt: minutesFromNow(2) }), old] })
    render(<InboxPage {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    const announced = listenToAnnouncements()
    await screen.findAllByRole('article')
    await pass(3 * poll)
    expect(announced).toEqual([])
    service.remove('n2')
    service.add(makeNotification(3, { createdAt: minutesFromNow(3) }))
    await pass(3 * poll)
    expect(announced).toEqual(['1 new notification: Notification 3'])
  })

  it('the first arrival in an empty inbox is announced', async () => {
    const service = createTestService()
    render(<InboxPage {...common} fetch={service.fetch} environment={environment()} />, { wrapper: StrictMode })
    await screen.findByText('No notifications yet')
    const announced = listenToAnnouncements()
    service.add(arrival(1))
    await pass(3 * poll)
    expect(announced).toEqual(['1 new notification: Notification 1'])
  })

  it('a failed mark is not announced', async () => {
    const service = createTestService({ notifications: [makeNotification(2), old] })
    service.fail('markAll', { status: 500, delay: 300 }, 9)
    render(<Inbox {...common} seenWhen="open" fetch={service.fetch} environment={environment()} />, {
      wrapper: StrictMode,
    })
    await user().click(await bell())
    await screen.findAllByRole('article')
    const announced = listenToAnnouncements()
    await user().click(await bell())
    await pass(5 * poll)
    expect((await bell()).getAttribute('aria-label')).toContain('1 new')
    expect(announced.filter((text) => text.includes('new notification'))).toEqual([])
  })
})
