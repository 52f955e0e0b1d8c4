import { focusManager, onlineManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import type { MarkVerb } from '../../src/contract/marks.ts'
import {
  type FeedFilter,
  useFeed,
  useMarkAll,
  useMarkAs,
  useUnreadCount,
  useUnseenCount,
} from '../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { createBrowser, createMemoryStorage } from '../hooks/pages.tsx'
import { pass } from '../setup/pass.ts'
import type { Scenario, Step } from './scenario.ts'

const pageSize = 4
const pollInterval = 1_000

const useInboxState = (filter: FeedFilter, holdArrivals: boolean) => ({
  all: useFeed({}, { pageSize, holdArrivals }),
  filtered: useFeed(filter, { pageSize, holdArrivals }),
  markAs: useMarkAs(),
  markAll: useMarkAll(),
  unread: useUnreadCount(),
  unseen: useUnseenCount(),
})

/** A mark that somebody made in one of our tabs. */
export interface MadeMark {
  /** The tab in which it was made, from its opening to its end. */
  visit: number
  verb: MarkVerb
  /** Undefined: all. */
  ids: readonly string[] | undefined
  outcome: 'unknown' | 'done' | 'failed'
}

/** A browser with two tabs, a service, and whatever happens to them. */
export const createWorld = ({ filter, firstPage, likeProduction, size, hasTwoTabs }: Omit<Scenario, 'steps'>) => {
  const service = createTestService({ notifications: makeNotifications(size), firstPage, likeProduction })
  const browser = createBrowser(service, { ...createMemoryStorage(), isStrict: false })
  const releases: (() => void)[] = []
  const made: MadeMark[] = []
  let undone = 0

  const openTab = () => {
    let holdArrivals = false
    const page = browser.open(() => useInboxState(filter, holdArrivals), {
      pollInterval,
      timeout: 2_000,
      retry: { attempts: 2 },
    })
    return {
      close: page.close,
      state: () => page.result.current,
      hold: (isHeld: boolean) => {
        holdArrivals = isHeld
        page.rerender()
      },
    }
  }
  /** One that is loaded anew goes on with its marks. */
  const visits = [0, 1]
  const tabs: (ReturnType<typeof openTab> | undefined)[] = [openTab(), hasTwoTabs ? openTab() : undefined]

  /** Notes a mark, and what became of it. A failure that a tab hears of no more is none: another goes on with its marks. */
  const note = (place: number, verb: MarkVerb, ids: MadeMark['ids'], answer: Promise<unknown>) => {
    const tab = tabs[place]
    const mark: MadeMark = { visit: visits[place] ?? 0, verb, ids, outcome: 'unknown' }
    made.push(mark)
    void answer.then(
      () => (mark.outcome = 'done'),
      () => {
        if (tabs.includes(tab)) mark.outcome = 'failed'
      },
    )
  }
  const pick = <Item>(items: readonly Item[], place: number) => items[place % Math.max(1, items.length)]
  const all = () => service.notifications()
  let arrived = size

  const inTab = (step: Extract<Step, { tab: number }>) => {
    const tab = tabs[step.tab]
    const state = tab?.state()
    switch (step.kind) {
      case 'mark': {
        const target = state && pick(state[step.list === 'all' ? 'all' : 'filtered'].notifications, step.place)
        if (!target) return
        const answer = state.markAs.mutateAsync({ messageId: target._id, markAs: step.verb })
        return note(step.tab, step.verb, [target._id], answer)
      }
      case 'markAll':
        if (!state) return
        return note(
          step.tab,
          step.verb,
          undefined,
          state.markAll.mutateAsync({ markAs: step.verb, undoable: step.isUndoable }),
        )
      case 'undo': {
        const undo = state?.[step.of === 'markAs' ? 'markAs' : 'markAll'].undo
        if (undo) undone += 1
        // One that fails stands among the failed marks.
        return void undo?.().catch(() => undefined)
      }
      case 'loadMore':
        return void state?.[step.list === 'all' ? 'all' : 'filtered'].fetchNextPage()
      case 'refetch':
        return void state?.filtered.refetch()
      case 'holdArrivals':
        return tab?.hold(step.isHeld)
      case 'reload':
        tab?.close()
        return void (tabs[step.tab] = openTab())
      case 'closeOrOpen':
        tab?.close()
        visits[step.tab] = (visits[step.tab] ?? 0) + 2
        return void (tabs[step.tab] = tab ? undefined : openTab())
    }
  }

  const perform = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'arrive':
        return service.add(makeNotification(arrived++))
      case 'delete':
        return service.remove(pick(all(), step.place)?._id ?? '')
      case 'markElsewhere':
        return service.mark(pick(all(), step.place)?._id ?? '', step.verb)
      case 'wait':
        return void (await pass(step.ms))
      case 'fail':
        return service.fail(step.operation, step.fault)
      case 'hold':
        return void releases.push(service.hold(step.operation))
      case 'release':
        return releases.shift()?.()
      case 'online':
        act(() => onlineManager.setOnline(step.isOnline))
        return
      default:
        act(() => inTab(step))
    }
  }

  return {
    service,
    made,
    perform,
    undone: () => undone,
    states: () => tabs.flatMap((tab) => (tab ? [tab.state()] : [])),
    /** Lets everything come to rest: nothing is broken any more, and everybody looks. */
    settle: async () => {
      tabs[0] ??= openTab()
      act(() => onlineManager.setOnline(true))
      service.clear()
      // Time-outs and retries that are under way end by themselves.
      await pass(12_000)
      act(() => {
        for (const tab of tabs) tab?.hold(false)
        focusManager.setFocused(false)
        focusManager.setFocused(true)
      })
      await pass(2_500)
    },
    /** What other devices did deep in a list is found by asking for it again. What we did ourselves is known. */
    refetch: async () => {
      for (const tab of tabs)
        await act(async () => {
          void tab?.state().all.refetch()
          void tab?.state().filtered.refetch()
        })
      await pass(100)
    },
    loadAll: async () => {
      for (const tab of tabs)
        for (const list of ['all', 'filtered'] as const)
          for (let left = 40; left > 0 && tab?.state()[list].hasMore; left--) {
            act(() => void tab.state()[list].fetchNextPage())
            await pass(10)
          }
      await pass(2_500)
    },
    close: () => {
      for (const tab of tabs) tab?.close()
    },
  }
}
export type World = ReturnType<typeof createWorld>
