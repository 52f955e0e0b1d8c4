import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { InboxProvider, type InboxProviderProps, useFeed, useMarkAs, useUnseenCount } from '../../../src/hooks/index.ts'
import { createTestService, inboxProps, makeNotifications, type TestService } from '../../../src/testing/index.ts'
import { actAndRender } from '../../setup/actAndRender.ts'

const header = 'tidings-subscriber-hash'

/** Renders a hook inside a provider whose props can change, with a service that accepts only the right hash. */
const setUp = <Result,>(
  hook: () => Result,
  props: Partial<InboxProviderProps>,
  service: TestService = createTestService(),
) => {
  let isGood = (hash: string | null): boolean => hash !== null
  const sent: { url: string; hash: string | null }[] = []
  const fetch = (async (url: RequestInfo | URL, init?: RequestInit) => {
    const hash = new Headers(init?.headers).get(header)
    sent.push({ url: String(url), hash })
    if (isGood(hash)) return service.fetch(url, init)
    const body = { statusCode: 401, message: `The ${header} expired.` }
    return new Response(JSON.stringify(body), { status: 401 })
  }) satisfies typeof globalThis.fetch

  let current = props
  const wrapper = ({ children }: { children: ReactNode }) => (
    <InboxProvider {...inboxProps({ subscriberId: 'ada', fetch })} {...current}>
      {children}
    </InboxProvider>
  )
  const { result, rerender } = renderHook(hook, { wrapper })
  return {
    result,
    sent,
    accept: (rule: typeof isGood) => (isGood = rule),
    change: (changed: Partial<InboxProviderProps>) => {
      current = { ...current, ...changed }
      rerender()
    },
  }
}

describe('subscriberHash', () => {
  it('is sent with each request, in its latest value', async () => {
    const notifications = makeNotifications(2)
    const { result, sent, change } = setUp(
      () => ({ feed: useFeed(), mark: useMarkAs() }),
      { subscriberHash: 'one' },
      createTestService({ notifications }),
    )
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(2))
    change({ subscriberHash: 'two' })
    const before = sent.length
    await actAndRender(() => result.current.mark.mutateAsync({ messageId: 'n0', markAs: 'read' }))
    expect(new Set(sent.slice(0, before).map(({ hash }) => hash))).toEqual(new Set(['one']))
    expect(sent.at(before)?.hash).toBe('two')
  })

  it('is reported to onError when it expires, and a new one resumes the inbox', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const { result, sent, accept, change } = setUp(
      () => useUnseenCount(),
      { subscriberHash: 'old', pollInterval: 5, onError },
      createTestService({ notifications: makeNotifications(3) }),
    )
    await waitFor(() => expect(result.current.count).toBe(3))
    accept((hash) => hash === 'new')
    await waitFor(() => expect(onError).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      code: 'TIDINGS_104',
      status: 401,
      message: expect.stringContaining(`The ${header} expired.`),
    })
    const refused = sent.length
    change({ subscriberHash: 'new' })
    await waitFor(() => expect(result.current.error).toBeNull())
    expect(sent.slice(refused).map(({ hash }) => hash)).not.toContain('old')
    const again = sent.length
    await waitFor(() => expect(sent.length).toBeGreaterThan(again + 1))
  })

  it('from an inline function is fetched once, and renewed without an error', async () => {
    const onError = vi.fn()
    let version = 1
    const sign = vi.fn(async (id: string) => `${id}-${version}`)
    const { result, accept, change } = setUp(
      () => useUnseenCount(),
      { subscriberHash: (id) => sign(id), pollInterval: 5, onError },
      createTestService({ notifications: makeNotifications(3) }),
    )
    accept((hash) => hash === `ada-${version}`)
    await waitFor(() => expect(result.current.count).toBe(3))
    change({ subscriberHash: (id) => sign(id) })
    const { dataUpdatedAt } = result.current
    await waitFor(() => expect(result.current.dataUpdatedAt).toBeGreaterThan(dataUpdatedAt))
    expect(sign.mock.calls).toEqual([['ada']])
    version = 2
    await waitFor(() => expect(sign).toHaveBeenCalledTimes(2))
    const renewed = result.current.dataUpdatedAt
    await waitFor(() => expect(result.current.dataUpdatedAt).toBeGreaterThan(renewed))
    expect(onError).not.toHaveBeenCalled()
  })

  it('of a previous subscriber is sent with the marks that its inbox still sends', async () => {
    const { result, sent, change } = setUp(
      () => ({ feed: useFeed(), mark: useMarkAs() }),
      { subscriberHash: 'of-ada', environment: { gatherFor: 50, openBroadcast: () => undefined, locks: undefined } },
      createTestService({ notifications: makeNotifications(2) }),
    )
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(2))
    act(() => result.current.mark.mutate({ messageId: 'n0', markAs: 'read' }))
    change({ subscriberId: 'bob', subscriberHash: 'of-bob' })
    await waitFor(() => expect(sent.some(({ url }) => url.includes('/bob/'))).toBe(true))
    await waitFor(() => expect(sent.some(({ url }) => url.includes('mark-as'))).toBe(true))
    for (const { url, hash } of sent) expect([url, hash]).toEqual([url, url.includes('/ada/') ? 'of-ada' : 'of-bob'])
  })
})

it('another baseUrl is used from the first request on', async () => {
  const { sent, change } = setUp(() => useUnseenCount(), { subscriberHash: 'x' })
  const fetched = () => sent.filter(({ url }) => !url.includes('/live'))
  await waitFor(() => expect(fetched()).toHaveLength(1))
  change({ baseUrl: '/api/other' })
  await waitFor(() => expect(fetched()).toHaveLength(2))
  expect(fetched()[1]?.url).toContain('/api/other/')
})
