import { type DefaultOptions, keepPreviousData, QueryClient, QueryClientProvider } from '@tanstack/react-query'
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
import { renderHookWithInbox } from '../../../src/testing/react.ts'
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

  const persister = vi.fn<() => never>()
  const queries: DefaultOptions['queries'] = {
    select: () => undefined,
    initialData: 'initial',
    notifyOnChangeProps: ['error'],
    refetchInterval: 1_000,
    refetchOnMount: false,
    networkMode: 'always',
    structuralSharing: () => undefined,
    staleTime: Infinity,
    persister,
  }
  it.each(['given to the inbox', 'around the inbox'])(
    'change nothing that is shown or requested: %s',
    async (where) => {
      const service = createTestService({ notifications: makeNotifications(2) })
      const queryClient = new QueryClient({ defaultOptions: { queries } })
      const { result } = renderHookWithInbox(useInboxState, {
        service,
        ...(where === 'given to the inbox'
          ? { provider: { queryClient } }
          : { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> }),
      })
      await pass(10_000)
      const { feed, unread, preferences } = result.current
      expect([feed.notifications.length, unread.count, preferences.data?.global.enabled]).toEqual([2, 2, true])
      // The list, which has the count, and the preferences.
      expect(service.requests).toHaveLength(2)
      expect(persister).not.toHaveBeenCalled()
    },
  )
})
