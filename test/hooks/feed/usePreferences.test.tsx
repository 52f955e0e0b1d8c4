import { onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isHttpError } from '../../../src/client/index.ts'
import { type InboxProviderProps, useMarkAs, usePreferences } from '../../../src/hooks/index.ts'
import { createTestService, makeNotifications, makePreferences, makeSchedule } from '../../../src/testing/index.ts'
import { actAndRender } from '../../setup/actAndRender.ts'
import { renderInbox } from '../inboxHarness.tsx'

type Change = Parameters<ReturnType<typeof usePreferences>['update']>[0]

const arrange = async (
  provider: Partial<InboxProviderProps> = {},
  query?: Parameters<typeof usePreferences>[0],
  options?: Parameters<typeof createTestService>[0],
) => {
  const service = createTestService(options)
  const { result, rerender, unmount } = renderInbox(service, () => usePreferences(query), provider)
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  const channels = () => result.current.data?.global.channels
  const channelsOf = (workflowId: string) =>
    result.current.data?.workflows.find(({ workflow }) => workflow.identifier === workflowId)?.channels
  /** Makes a change. Resolves with the error of its promise, or undefined. */
  const update = (change: Change) => {
    let outcome: Promise<unknown> = Promise.resolve()
    act(() => {
      outcome = result.current.update(change).then(
        () => undefined,
        (error: unknown) => error,
      )
    })
    return outcome
  }
  const sent = () => service.requestsOf('updatePreferences').map(({ body }) => body)
  return { service, result, rerender, unmount, channels, channelsOf, update, sent }
}

afterEach(() => {
  act(() => onlineManager.setOnline(true))
  vi.restoreAllMocks()
})

describe('usePreferences().update', () => {
  it('shows a channel of all workflows, one of a workflow and the schedule at once, and saves them', async () => {
    const { service, result, channels, channelsOf, update, sent } = await arrange()
    const release = service.hold('updatePreferences')
    const schedule = makeSchedule({ isEnabled: false })
    const saved = [
      update({ channels: { email: true } }),
      update({ workflowId: 'comment-added', channels: { in_app: false } }),
      update({ schedule }),
    ]
    expect(channels()).toMatchObject({ email: true, in_app: true })
    expect(channelsOf('comment-added')).toMatchObject({ in_app: false })
    expect(result.current.data?.global.schedule).toEqual(schedule)
    // One after another.
    await waitFor(() => expect(sent()).toEqual([{ channels: { email: true } }]))
    release()
    expect(await actAndRender(() => Promise.all(saved))).toEqual([undefined, undefined, undefined])
    expect(sent()).toEqual([
      { channels: { email: true } },
      { workflowId: 'comment-added', channels: { in_app: false } },
      { schedule },
    ])
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(channels()).toMatchObject({ email: true })
    expect(channelsOf('comment-added')).toMatchObject({ in_app: false })
    expect(result.current.data?.global.schedule).toEqual(schedule)
  })

  it.each([
    [null, 'Asia/Tokyo'],
    ['Europe/Oslo', 'Europe/Oslo'],
    [undefined, undefined],
  ])('shows the first time zone at once, after %j', async (stored, shown) => {
    const global = { enabled: true, channels: { in_app: true } }
    const preferences = makePreferences({ global, timeZone: stored })
    const { service, result, update } = await arrange({}, undefined, { preferences })
    const release = service.hold('updatePreferences')
    const saved = [
      update({ channels: { in_app: false } }),
      update({ schedule: makeSchedule(), timeZone: 'Asia/Tokyo' }),
      update({ schedule: makeSchedule({ isEnabled: false }) }),
    ]
    expect(result.current.data?.timeZone).toBe(shown)
    release()
    await actAndRender(() => Promise.all(saved))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current.data?.timeZone).toBe(shown)
  })

  it('is the same function in each render, beside TanStack’s result', async () => {
    const { result, rerender } = await arrange()
    const { update } = result.current
    rerender()
    expect(result.current.update).toBe(update)
    expect(result.current).toMatchObject({ isSuccess: true, error: null, status: 'success' })
  })

  it('shows the old value again if the save fails, and rejects with the typed error', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const { service, channels, update } = await arrange({ onError })
    service.fail('updatePreferences', { status: 422 })
    const failed = update({ channels: { email: true } })
    expect(channels()).toMatchObject({ email: true })
    const error = await actAndRender(() => failed)
    expect(isHttpError(error) && error.status).toBe(422)
    expect(channels()).toMatchObject({ email: false })
    expect(onError.mock.calls).toEqual([[error]])
    expect(await actAndRender(() => update({ channels: { email: true } }))).toBeUndefined()
    expect(channels()).toMatchObject({ email: true })
  })

  it('keeps a later change of the same channel if an earlier one fails', async () => {
    const { service, channels, update, sent } = await arrange()
    const isSecond = (request: unknown) => request === service.requestsOf('updatePreferences')[1]
    const release = service.hold('updatePreferences', isSecond)
    service.fail('updatePreferences', { status: 422 })
    const first = update({ channels: { email: true, in_app: false } })
    const second = update({ channels: { email: true } })
    expect(channels()).toMatchObject({ email: true, in_app: false })
    expect(isHttpError(await actAndRender(() => first))).toBe(true)
    expect(channels()).toMatchObject({ email: true, in_app: true })
    release()
    expect(await actAndRender(() => second)).toBeUndefined()
    expect(channels()).toMatchObject({ email: true, in_app: true })
    expect(sent()).toHaveLength(2)
  })

  it('waits while the browser is offline, and sends the changes in their order', async () => {
    const { channels, channelsOf, update, sent } = await arrange()
    act(() => onlineManager.setOnline(false))
    const saved = [
      update({ channels: { email: true } }),
      update({ workflowId: 'comment-added', channels: { in_app: false } }),
      update({ channels: { email: false } }),
    ]
    expect(channels()).toMatchObject({ email: false })
    expect(channelsOf('comment-added')).toMatchObject({ in_app: false })
    await actAndRender(() => Promise.resolve())
    expect(sent()).toEqual([])
    act(() => onlineManager.setOnline(true))
    expect(await actAndRender(() => Promise.all(saved))).toEqual([undefined, undefined, undefined])
    expect(sent()).toEqual([
      { channels: { email: true } },
      { workflowId: 'comment-added', channels: { in_app: false } },
      { channels: { email: false } },
    ])
    await waitFor(() => expect(channels()).toMatchObject({ email: false }))
  })

  it('is saved while a mark is in flight, and a mark is sent while a change is', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const { result } = renderInbox(service, () => ({ preferences: usePreferences(), markAs: useMarkAs() }))
    const landMark = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
    const landChange = service.hold('updatePreferences')
    act(() => void result.current.preferences.update({ channels: { email: true } }))
    await waitFor(() => expect(service.requestsOf('updatePreferences')).toHaveLength(1))
    landMark()
    await waitFor(() => expect(result.current.markAs.isSuccess).toBe(true))
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'unread' }))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(2))
    landChange()
  })

  it('sends no mark that waits for the one in flight', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const { result } = renderInbox(service, () => ({ preferences: usePreferences(), markAs: useMarkAs() }))
    const landMark = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
    await act(async () => result.current.markAs.mutate({ messageId: 'n0', markAs: 'unread' }))
    act(() => void result.current.preferences.update({ channels: { email: true } }))
    await waitFor(() => expect(service.requestsOf('updatePreferences')).toHaveLength(1))
    expect(service.requestsOf('markAs')).toHaveLength(1)
    landMark()
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(2))
  })

  it('is not sent beside an earlier one when the page closes: the service could save them in either order', async () => {
    const { service, update, sent } = await arrange()
    const land = service.hold('updatePreferences')
    const saved = [update({ channels: { email: true } }), update({ channels: { email: false } })]
    await waitFor(() => expect(sent()).toHaveLength(1))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await act(async () => undefined)
    expect(sent()).toHaveLength(1)
    land()
    await actAndRender(() => Promise.all(saved))
    expect(sent()).toEqual([{ channels: { email: true } }, { channels: { email: false } }])
  })

  it('follows another device again after the save', async () => {
    const { service, result, channels, update } = await arrange()
    await actAndRender(() => update({ channels: { email: true } }))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    const device = { method: 'PATCH', body: JSON.stringify({ channels: { email: false } }) }
    await service.fetch('/api/inbox/v2/subscribers/ada/preferences', device)
    await actAndRender(() => result.current.refetch())
    expect(channels()).toMatchObject({ email: false })
  })

  it('shows a saved change although the next fetch fails', async () => {
    const { service, result, channels, update } = await arrange()
    service.fail('getPreferences', { status: 503 })
    expect(await actAndRender(() => update({ channels: { email: true } }))).toBeUndefined()
    await waitFor(() => expect(result.current.isRefetchError).toBe(true))
    expect(channels()).toMatchObject({ email: true })
  })

  it('shows a change before the first response has arrived, which may lack it', async () => {
    const service = createTestService()
    const release = service.hold('getPreferences', (request) => request === service.requestsOf('getPreferences')[0])
    const { result } = renderInbox(service, () => usePreferences(), {}, { isStrict: false })
    await waitFor(() => expect(service.requestsOf('getPreferences')).toHaveLength(1))
    await actAndRender(() => result.current.update({ channels: { email: true } }))
    await actAndRender(() => Promise.resolve(release()))
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    expect(result.current.data?.global.channels).toMatchObject({ email: true })
  })

  it('drops the changes that wait when the subscriber changes', async () => {
    // The service has one subscriber, and warns of another.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const provider: Partial<InboxProviderProps> = { subscriberId: 'ada' }
    const { service, result, rerender, channels, update, sent } = await arrange(provider)
    act(() => onlineManager.setOnline(false))
    void update({ channels: { email: true } })
    expect(channels()).toMatchObject({ email: true })
    Object.assign(provider, { subscriberId: 'grace' })
    rerender()
    expect(result.current.data).toBeUndefined()
    await act(async () => undefined)
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(service.requests.map(({ subscriberId }) => subscriberId)).toContain('grace'))
    Object.assign(provider, { subscriberId: 'ada' })
    rerender()
    await waitFor(() => expect(channels()).toMatchObject({ email: false }))
    expect(sent()).toEqual([])
  })

  it.each([404, 405, 501])('rejects without a request after a response of %i', async (status) => {
    const { service, result, channels, update, sent } = await arrange()
    service.fail('updatePreferences', { status })
    const error = await actAndRender(() => update({ channels: { email: true } }))
    expect(String(error)).toMatch(`updatePreferences: the service returned ${status}.`)
    expect(await actAndRender(() => update({ channels: { email: true } }))).toBe(error)
    expect(sent()).toHaveLength(1)
    expect(channels()).toMatchObject({ email: false })
    expect(result.current.isSuccess).toBe(true)
  })
})
