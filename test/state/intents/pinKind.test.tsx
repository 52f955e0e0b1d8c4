import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boolean, list, string } from '../../../src/contract/inbox/guard.ts'
import { useInbox, useIntentLog } from '../../../src/hooks/provider/InboxProvider.tsx'
import type { IntentKind } from '../../../src/state/intents/intentKind.ts'
import { kinds } from '../../../src/state/intents/kinds.ts'
import { makeIntent, retryIntent } from '../../../src/state/intents/makeIntent.ts'
import { markMessages } from '../../../src/state/intents/markMessages.ts'
import { type Undo, undoOf } from '../../../src/state/intents/undo.ts'
import type { Intent } from '../../../src/state/log/intent.ts'
import type { IntentLogState } from '../../../src/state/log/intentLog.ts'
import { createTestService, makeNotifications } from '../../../src/testing/index.ts'
import { createBrowser, createMemoryStorage, setOnline } from '../../hooks/pages.tsx'
import { pass } from '../../setup/pass.ts'

/*
 * A kind of intent that tidings does not have: readers pin notifications. What a new kind needs is here, and no more
 * than about forty lines. The tests show what it gets for them.
 */

interface Pin extends Intent {
  kind: 'pin'
  subject: 'feed'
  ids: readonly string[]
  isPinned: boolean
}

/** The service's operation. */
const requestPin = vi.fn(async (_ids: readonly string[], _isPinned: boolean, _key?: string): Promise<void> => {})

const pinKind: IntentKind<Pin, void> = {
  name: 'pin',
  subject: 'feed',
  fields: { ids: list(string), isPinned: boolean },
  join: (first, next) =>
    next.isPinned === first.isPinned ? { ...first, ids: [...first.ids, ...next.ids] } : undefined,
  request: (_client, _subscriberId, { ids, isPinned }, { idempotencyKey }) => requestPin(ids, isPinned, idempotencyKey),
  refresh: () => {},
  undo:
    (_inbox, { ids, isPinned }) =>
    () => [{ kind: 'pin', choice: { ids, isPinned: !isPinned } }],
}

const isPin = (intent: Intent): intent is Pin => intent.kind === pinKind.name

/** What shows: what was done, then what was not yet. */
const pinnedIn = ({ settledOthers, pending }: IntentLogState) => {
  const pinned = new Set<string>()
  for (const { ids, isPinned } of [...settledOthers.map(({ intent }) => intent), ...pending].filter(isPin))
    for (const id of ids) pinned[isPinned ? 'add' : 'delete'](id)
  return [...pinned].toSorted().join(' ')
}

/** The hook of an app. */
const usePins = () => {
  const { store } = useInbox()
  return {
    store,
    pinned: useIntentLog(pinnedIn),
    failed: useIntentLog(({ failed }) => failed),
    retry: () => store.log.getState().failed.forEach((each) => void retryIntent(store, each)),
    pin: (...ids: string[]) => {
      const choice = { ids, isPinned: true }
      const undo = undoOf(store, pinKind, choice)()
      makeIntent(store, pinKind, choice).catch(() => undefined)
      return undo
    },
  }
}

const setUp = async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const browser = createBrowser(service, createMemoryStorage())
  const open = async () => {
    const page = browser.open(usePins)
    await pass(10)
    const pin = (...ids: string[]) => {
      let undo: Undo | undefined
      act(() => {
        undo = page.result.current.pin(...ids)
      })
      return () => act(() => void undo?.())
    }
    return { ...page, pin }
  }
  return { open, service, page: await open() }
}

/** What the service was asked for, in order. */
const requests = () => requestPin.mock.calls.map(([ids, isPinned]) => `${isPinned ? '' : 'un'}pin ${ids.join(' ')}`)

beforeEach(() => {
  vi.useFakeTimers()
  kinds.set(pinKind.name, pinKind)
  requestPin.mockClear()
})
afterEach(async () => {
  await setOnline(true)
  kinds.delete(pinKind.name)
  vi.useRealTimers()
})

it('shows at once, and shares a request with those of the same moment', async () => {
  const { page } = await setUp()
  page.pin('n0')
  page.pin('n1')
  expect(page.result.current.pinned).toBe('n0 n1')
  await pass(10)
  expect(requests()).toEqual(['pin n0 n1'])
  expect(page.result.current.pinned).toBe('n0 n1')
})

it('shares no request with another kind', async () => {
  const { page, service } = await setUp()
  page.pin('n0')
  act(() => void markMessages(page.result.current.store, 'read', ['n1']))
  await pass(10)
  expect(requests()).toEqual(['pin n0'])
  expect(service.requestsOf('markAs').map(({ body }) => body)).toEqual([{ messageId: ['n1'], markAs: 'read' }])
})

it('is sent in order, and undone by what its kind names', async () => {
  const { page } = await setUp()
  const undo = page.pin('n0', 'n1')
  undo()
  page.pin('n1')
  expect(page.result.current.pinned).toBe('n1')
  await pass(10)
  expect(requests()).toEqual(['pin n0 n1', 'unpin n0 n1', 'pin n1'])
  expect(page.result.current.pinned).toBe('n1')
})

it('waits while the browser is offline', async () => {
  const { page } = await setUp()
  await setOnline(false)
  page.pin('n0')
  await pass(1_000)
  expect([page.result.current.pinned, ...requests()]).toEqual(['n0'])
  await setOnline(true)
  await pass(10)
  expect(requests()).toEqual(['pin n0'])
})

it('shows no more when it failed, until the reader repeats it', async () => {
  const { page } = await setUp()
  requestPin.mockRejectedValueOnce(new Error('refused'))
  page.pin('n0')
  await pass(10)
  expect(page.result.current).toMatchObject({ pinned: '', failed: [{ kind: 'pin', ids: ['n0'] }] })
  act(page.result.current.retry)
  expect(page.result.current).toMatchObject({ pinned: 'n0', failed: [] })
  await pass(10)
  expect(requests()).toEqual(['pin n0', 'pin n0'])
})

it('shows in the other tabs once it is done', async () => {
  const { page, open } = await setUp()
  const other = await open()
  page.pin('n0')
  expect(other.result.current.pinned).toBe('')
  await pass(10)
  expect(other.result.current.pinned).toBe('n0')
  expect(requests()).toEqual(['pin n0'])
})

it('survives a reload, and is sent again under its key', async () => {
  const { page, open } = await setUp()
  requestPin.mockReturnValueOnce(new Promise(() => {}))
  page.pin('n0')
  await pass(10)
  page.pin('n1')
  await pass(10)
  page.close()
  const again = await open()
  expect(again.result.current.pinned).toBe('n0 n1')
  await pass(100)
  expect(requests()).toEqual(['pin n0', 'pin n0', 'pin n1'])
  const [sent, repeated] = requestPin.mock.calls.map(([, , key]) => key)
  expect([typeof sent, repeated]).toEqual(['string', sent])
})
