import { QueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InboxProps } from '../../../src/index.ts'
import { persistInbox } from '../../../src/persist/index.ts'
import { createTestService, makeNotification, type TestServiceOptions } from '../../../src/testing/index.ts'
import { createFakeBrowser } from '../../hooks/fakeBrowser.ts'
import { createMemoryStorage, setOnline } from '../../hooks/pages.tsx'
import { showInbox } from '../../regressions/showInbox.tsx'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'
import { deferred } from '../deferred.ts'

const buttons = [
  { type: 'primary', content: 'Accept', resultContent: 'You joined' },
  { type: 'secondary', content: 'Decline', resultContent: 'You declined' },
  { type: 'secondary', content: 'Later', resultContent: 'You will decide' },
]

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await setOnline(true)
  vi.useRealTimers()
})

const setUp = (options: TestServiceOptions = {}) => {
  const service = createTestService({
    notifications: [makeNotification(1, { cta: { action: { status: 'pending', buttons } } })],
    ...options,
  })
  const browser = createFakeBrowser()
  const { storage } = createMemoryStorage()
  const onAction = vi.fn<NonNullable<InboxProps['onAction']>>()
  const onError = vi.fn()
  /** Opens the inbox in another tab of the browser, or on another device. */
  const open = async (props: Partial<InboxProps> = {}) => {
    const { environment, close } = browser.openPage()
    let isOpen = true
    const own: Partial<InboxProps> = {
      onAction,
      onError,
      environment,
      queryClient: new QueryClient(),
      persist: persistInbox(storage),
      fetch: (input, init) => (isOpen ? service.fetch(input, init) : new Promise(() => {})),
    }
    const inbox = showInbox(service, { ...own, ...props }, user())
    await inbox.open()
    return {
      ...inbox,
      press: async (name: string) => {
        await inbox.click(name)
        await pass(100)
      },
      close: () => {
        isOpen = false
        close()
        inbox.unmount()
      },
      /** The buttons, or the result in their place. */
      shown: () => inbox.row('n1').querySelector('.tidings-cta')?.textContent,
    }
  }
  const stored = () => service.notifications()[0]?.cta.action
  const requests = () => [
    ...service.requestsOf('completePrimaryAction'),
    ...service.requestsOf('completeSecondaryAction'),
  ]
  return { service, open, onAction, onError, stored, requests }
}

const unused = 'AcceptDeclineLater'

describe('a button that was used', () => {
  it('is stored once the app has done its part, and used after a reload', async () => {
    const { open, onAction, stored, requests } = setUp()
    const { promise, resolve } = deferred()
    onAction.mockReturnValueOnce(promise)
    const page = await open()
    await page.press('Decline')
    expect([stored()?.status, requests()]).toEqual(['pending', []])
    await act(async () => resolve())
    await pass(100)
    expect(stored()).toMatchObject({ status: 'done', result: { type: 'secondary' } })
    expect(requests()).toMatchObject([{ id: 'n1', subscriberId: 'ada' }])
    expect([page.shown(), page.isUnread('n1')]).toEqual(['You declined', false])
    page.close()
    const again = await open({ persist: false })
    expect(again.shown()).toBe('You declined')
    expect(onAction).toHaveBeenCalledOnce()
  })

  it('is stored once for two presses', async () => {
    const { open, requests } = setUp()
    const { row } = await open()
    const accept = row('n1').querySelector('button.tidings-button') as HTMLElement
    act(() => {
      accept.click()
      accept.click()
    })
    await pass(100)
    expect(requests()).toHaveLength(1)
  })

  it('is not stored if the app failed', async () => {
    const { open, onAction, requests, stored } = setUp()
    onAction.mockRejectedValueOnce(new Error('Lost'))
    const page = await open()
    await page.press('Accept')
    expect([requests(), page.isUnread('n1')]).toEqual([[], true])
    await page.press('Accept')
    expect(stored()).toMatchObject({ status: 'done', result: { type: 'primary' } })
  })

  it.each([
    ['does not archive', { triage: false }, {}],
    ['imitates production without a proxy of tidings', { likeProduction: true }, {}],
    ['is told to offer nothing', {}, { triage: false }],
  ])('is used until the page ends where the service %s', async (_, options, props) => {
    const { open, requests, onError } = setUp(options)
    const page = await open(props)
    await page.press('Accept')
    expect([page.shown(), requests(), onError.mock.calls]).toEqual(['You joined', [], []])
    page.close()
    expect((await open(props)).shown()).toBe(unused)
  })

  it('is stored by production behind a proxy', async () => {
    const { open, stored } = setUp({ likeProduction: true, triage: true })
    const page = await open()
    await page.press('Accept')
    expect([page.shown(), stored()?.status]).toEqual(['You joined', 'done'])
  })

  it('is not stored as another one of its type, whose result would show', async () => {
    const { open, requests } = setUp()
    const page = await open()
    await page.press('Later')
    expect([page.shown(), requests()]).toEqual(['You will decide', []])
  })

  it('stays used here if it can’t be stored: `onError` gets the error, and the reader no notice', async () => {
    const { open, service, onError, stored } = setUp()
    service.fail('completePrimaryAction', { status: 500 })
    const page = await open()
    await page.press('Accept')
    expect([page.shown(), stored()?.status]).toEqual(['You joined', 'pending'])
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 500 }))
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('is stored when the browser is online again, and used after a reload before', async () => {
    const { open, stored, requests } = setUp()
    const page = await open()
    await setOnline(false)
    await page.press('Accept')
    expect([page.shown(), requests()]).toEqual(['You joined', []])
    // Pages are stored after a while.
    await pass(5_000)
    page.close()
    const again = await open()
    expect(again.shown()).toBe('You joined')
    await setOnline(true)
    await pass(6_000)
    expect([stored()?.status, requests().length, again.shown()]).toEqual(['done', 1, 'You joined'])
  })

  it('is used in other tabs at once', async () => {
    const { open, service } = setUp()
    const other = await open()
    const page = await open()
    const release = service.hold('completePrimaryAction')
    await page.press('Accept')
    expect(page.shown()).toBe('You joined')
    await other.open()
    expect(other.shown()).toBe(unused)
    const fetched = service.requestsOf('getFeed').length
    release()
    await pass(100)
    expect(other.shown()).toBe('You joined')
    expect(service.requestsOf('getFeed')).toHaveLength(fetched)
  })

  it('can be used again after the app has reverted it', async () => {
    const { open, service, onAction, stored } = setUp()
    const page = await open()
    await page.press('Accept')
    await fetchRevert(service.fetch)
    await pass(60_000)
    expect(page.shown()).toBe(unused)
    await page.press('Accept')
    expect([page.shown(), stored()?.status]).toEqual(['You joined', 'done'])
    expect(onAction).toHaveBeenCalledTimes(2)
  })
})

/** The app reverts the action on its server. */
const fetchRevert = async (fetch: typeof globalThis.fetch) => {
  const path = '/v2/subscribers/ada/notifications/n1/actions/primary/revert'
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`http://localhost:3000/api/inbox${path}`, { method: 'PATCH', headers })).ok).toBe(true)
}
