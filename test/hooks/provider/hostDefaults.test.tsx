import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type InboxProviderProps,
  useFeed,
  useMarkAs,
  usePreferences,
  useUnreadCount,
} from '../../../src/hooks/index.ts'
import { createTestService, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const useInboxState = () => ({
  feed: useFeed(),
  unread: useUnreadCount(),
  preferences: usePreferences(),
  markAs: useMarkAs(),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the default options of an app’s QueryClient', () => {
  it.each([
    ['another subscriber', 'grace'],
    ['no one', null],
  ])('show nothing of a subscriber to %s', async (_, subscriberId) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const queryClient = new QueryClient({ defaultOptions: { queries: { placeholderData: keepPreviousData } } })
    const props: Partial<InboxProviderProps> = { queryClient }
    const { result, rerender } = renderInbox(service, useInboxState, props)
    await pass(100)
    expect(result.current.preferences.data).toBeDefined()
    service.hold('getFeed')
    service.hold('getPreferences')
    props.subscriberId = subscriberId
    rerender()
    await pass(1_000)
    const { feed, unread, preferences } = result.current
    expect([feed.notifications, unread.count, preferences.data]).toEqual([[], undefined, undefined])
  })

  it('throw no failure into the app', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    for (const operation of ['getFeed', 'getPreferences', 'markAs'] as const)
      service.fail(operation, { status: 403 }, 10)
    const queryClient = new QueryClient({
      defaultOptions: { queries: { throwOnError: true }, mutations: { throwOnError: true } },
    })
    const { result } = renderInbox(service, useInboxState, { queryClient })
    await pass(100)
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }))
    await pass(100)
    const { feed, preferences, markAs } = result.current
    expect([feed.error, preferences.error, markAs.error]).toEqual(
      Array(3).fill(expect.objectContaining({ status: 403 })),
    )
  })
})
