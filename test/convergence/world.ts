import { focusManager, onlineManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import { triageCalls } from '../../src/client/triageCalls.ts'
import { usePrefetch } from '../../src/components/inbox/usePrefetch.ts'
import type { PreferencesChange } from '../../src/contract/extensions/preferencesChange.ts'
import { streamIdHeader } from '../../src/contract/live/liveStream.ts'
import {
  type FeedFilter,
  useArchive,
  useDelete,
  useFeed,
  useMarkAll,
  useMarkAs,
  usePreferences,
  useSnooze,
  useUnreadCount,
  useUnseenCount,
} from '../../src/hooks/index.ts'
import { useInbox } from '../../src/hooks/provider/InboxProvider.tsx'
import { cachedDeliveries } from '../../src/state/cache/cachedPages.ts'
import { prefetchList } from '../../src/state/feedOptions.ts'
import type { InboxStore } from '../../src/state/inboxStore.ts'
import { knownUntil } from '../../src/state/intents/knownUntil.ts'
import { markMessages } from '../../src/state/intents/markMessages.ts'
import { archiveAllRead } from '../../src/state/intents/triageMessages.ts'
import { belongs } from '../../src/state/model/feedFilter.ts'
import type { Verb } from '../../src/state/model/mark.ts'
import { deliveriesOf } from '../../src/state/pages/delivery.ts'
import {
  createTestService,
  makeNotification,
  makeNotifications,
  type ReceivedRequest,
} from '../../src/testing/index.ts'
import { createLiveProxy } from '../hooks/live/liveProxy.ts'
import { createBrowser, createMemoryStorage } from '../hooks/pages.tsx'
import { pass } from '../setup/pass.ts'
import type { Scenario, Step } from './scenario.ts'

const pageSize = 4
const pollInterval = 1_000

/** The panel has no code to load. */
const loadNothing = () => {}

/** What a tab always has. The order is that of the popover. */
const useBell = (prefetches: boolean) => {
  usePrefetch(prefetches ? 'idle' : 'none', pageSize, loadNothing)
  return {
    store: useInbox().store,
    unseen: useUnseenCount(),
    markAs: useMarkAs(),
    markAll: useMarkAll(),
    archive: useArchive(),
    snooze: useSnooze(),
    delete: useDelete(),
  }
}

/** What a tab has while its panel is open. An inbox page, which is always open, fetches its list first. */
const usePanel = (filter: FeedFilter, holdArrivals: boolean, isPage: boolean) => {
  const { store } = useInbox()
  useLayoutEffect(() => {
    if (isPage) prefetchList(store, pageSize)
  }, [store, isPage])
  return {
    all: useFeed({}, { pageSize, holdArrivals }),
    filtered: useFeed(filter, { pageSize, holdArrivals }),
    unread: useUnreadCount(),
    preferences: usePreferences(),
  }
}

/** A mark that the reader made in one of the tabs. */
export interface MadeMark {
  /** The number of the visit: a tab from its opening to its closing, including reloads. */
  visit: number
  verb: Verb
  /** Undefined: all. */
  ids: readonly string[] | undefined
  /** The `createdAt` of each message when it was made. */
  madeOn: Readonly<Record<string, string>> | undefined
  /** Of a mark of all: it concerns none that was delivered later. Undefined: it concerns any. */
  until: string | undefined
  /** How its promise settled. */
  outcome: 'unknown' | 'done' | 'failed'
  /** Whether its message was delivered again before it was done: it may then do nothing. */
  isOvertaken?: boolean | undefined
}

/** What a tab knows of the service when it marks all, if the service heeds that. */
const untilIn = (store: InboxStore, verb: Verb) => {
  const mark = { id: '', kind: verb === 'archiveRead' ? verb : 'markAll', subject: 'feed', verb } as const
  return knownUntil(store, mark)
}

/** A switch of the preferences, by its channel and the identifier of its workflow. Undefined: of all workflows. */
export type PreferenceSwitch = Pick<Extract<Step, { kind: 'changePreferences' }>, 'workflowId' | 'channel'>

/** A change of preferences that the reader made in one of the tabs. */
export interface MadeChange extends PreferenceSwitch, Pick<MadeMark, 'visit' | 'outcome'> {
  isOn: boolean
  /** The number of the tab while its page is as it was: not after a reload. */
  tab: number | undefined
}

const changeOf = ({ workflowId, channel, isOn }: PreferenceSwitch & { isOn: boolean }): PreferencesChange => ({
  ...(workflowId !== undefined && { workflowId }),
  channels: { [channel]: isOn },
})

/** A service, and a browser with one or two tabs, in which the steps of a story happen. */
export const createWorld = ({
  filter,
  firstPage,
  likeProduction,
  hasCounts,
  prefetches,
  size,
  hasTwoTabs,
  isLive,
}: Omit<Scenario, 'steps'>) => {
  /** How far the clock of the reader's computer is ahead of the service's. */
  let clockLead = 0
  const service = createTestService({
    now: () => Date.now() - clockLead,
    notifications: makeNotifications(size),
    firstPage,
    likeProduction,
    counts: hasCounts,
    triage: true,
  })
  const proxy = createLiveProxy(service, hasCounts)
  if (isLive) proxy.beat()
  const browser = createBrowser(service, {
    ...createMemoryStorage(),
    isStrict: false,
    fetch: isLive ? proxy.fetch : service.fetch,
  })
  /** What happens to hints. */
  let hints: 'deliver' | 'delay' | 'lose' = 'deliver'
  let delayed = 0
  /** A hint was lost in a stream that promises all of them: a poll finds the change within five minutes. */
  let hasLost = false
  const changed = (causedBy?: string | null) => {
    if (hints === 'deliver') proxy.hint({}, causedBy)
    if (hints === 'delay') delayed += 1
    if (hints === 'lose' || proxy.next === 'silent') hasLost = true
  }
  // The service hints a mark to other browsers, and to those of its tabs that have a stream of their own: also when the
  // tab that made it has given up the request, or is closed.
  const done = service.done as ReceivedRequest[]
  let onDone = () => {}
  done.push = (...received) => {
    onDone()
    for (const { operation, headers } of received)
      if (/^mark|Notifications$/.test(operation) && operation !== 'listNotifications')
        changed(headers.get(streamIdHeader))
    return Array.prototype.push.apply(done, received)
  }
  const deliver = () => {
    hints = 'deliver'
    for (; delayed > 0; delayed -= 1) proxy.hint()
  }
  const streamEvent = (event: Extract<Step, { kind: 'stream' }>['event']) => {
    switch (event) {
      case 'break':
      case 'end':
        for (const stream of proxy.streams) stream[event]()
        return
      case 'refuse':
        return void (proxy.next = 503)
      case 'silence':
        return void (proxy.next = 'silent')
      case 'accept':
        return void (proxy.next = 'open')
      case 'incomplete':
      case 'complete':
        return proxy.setComplete(event === 'complete')
      case 'deliver':
        return deliver()
      default:
        hints = event
    }
  }
  const releases: (() => void)[] = []
  const made: MadeMark[] = []
  const changes: MadeChange[] = []
  const otherDevice = createInboxClient({ baseUrl: 'http://other.test', fetch: service.fetch, retry: { attempts: 1 } })
  /** The ids of those that someone archived, snoozed or deleted, or that a digest has delivered again. */
  const moved = new Set<string>()
  /** The ids of those that another device changed or deleted. */
  const changedElsewhere = new Set<string>()
  /** The service's time, later by some milliseconds. */
  const inMilliseconds = (milliseconds: number) => new Date(Date.now() - clockLead + milliseconds).toISOString()
  /** When each message was delivered last, by its id, also if it was deleted since. */
  const delivered = new Map<string, string>()
  /** The service hints those that are delivered again. */
  const deliverDue = () => {
    const again = new Set<string>()
    // It archives what becomes read meanwhile.
    const archivesRead = made.some(({ verb, outcome }) => verb === 'archiveRead' && outcome === 'unknown')
    for (const { _id, createdAt } of service.notifications()) {
      if (archivesRead) moved.add(_id)
      if ((delivered.get(_id) ?? createdAt) !== createdAt) again.add(_id)
      delivered.set(_id, createdAt ?? '')
    }
    if (again.size > 0) changed()
    for (const mark of made)
      if (mark.outcome === 'unknown' && mark.ids?.some((id) => again.has(id))) mark.isOvertaken = true
  }
  deliverDue()
  let undone = 0

  const openPage = () =>
    browser.open(() => useBell(prefetches), { pollInterval, timeout: 2_000, retry: { attempts: 2 } })
  const openTab = (page = openPage()) => {
    let holdArrivals = false
    const openPanel = () => page.renderBeside(() => usePanel(filter, holdArrivals, !prefetches))
    /** A bell that prefetches starts with a closed panel. */
    let panel = prefetches ? undefined : openPanel()
    return {
      close: () => {
        panel?.unmount()
        page.close()
      },
      reload: () => {
        panel?.unmount()
        return page.reload()
      },
      state: () => ({ ...page.result.current, panel: panel?.result.current }),
      hold: (isHeld: boolean) => {
        holdArrivals = isHeld
        panel?.rerender()
      },
      openPanel: () => void (panel ??= openPanel()),
      togglePanel: () => {
        panel?.unmount()
        panel = panel ? undefined : openPanel()
      },
    }
  }
  /** The visit of each tab. A reload continues the visit, because the tab restores its marks. */
  const visits = [0, 1]
  const tabs: (ReturnType<typeof openTab> | undefined)[] = [openTab(), hasTwoTabs ? openTab() : undefined]

  /**
   * Records a mark and its outcome. A rejection in a closed tab is no failure, because another tab sends its marks.
   * @param deliveries of the messages that it marks, by id. Undefined: all.
   */
  const record = (place: number, verb: Verb, deliveries: MadeMark['madeOn'], result: Promise<unknown>) => {
    const tab = tabs[place]
    const mark: MadeMark = {
      visit: visits[place] ?? 0,
      verb,
      ids: deliveries && Object.keys(deliveries),
      madeOn: deliveries,
      until: deliveries || !tab ? undefined : untilIn(tab.state().store, verb),
      outcome: 'unknown',
      isOvertaken: Object.entries(deliveries ?? {}).some(([id, createdAt]) => createdAt !== delivered.get(id)),
    }
    made.push(mark)
    const settle = async () => {
      try {
        await result
        // It may have been delivered again since the last step.
        deliverDue()
        mark.outcome = 'done'
      } catch {
        if (tabs.includes(tab)) mark.outcome = 'failed'
      }
    }
    void settle()
  }
  const leavePage = (place: number) => {
    for (const change of changes) if (change.tab === place) change.tab = undefined
  }
  const pick = <Item>(items: readonly Item[], place: number) => items[place % Math.max(1, items.length)]
  const all = () => service.notifications()
  let arrived = size
  let events = 0

  const inTab = (step: Extract<Step, { tab: number }>) => {
    const tab = tabs[step.tab]
    const state = tab?.state()
    switch (step.kind) {
      case 'mark': {
        const target = state?.panel && pick(state.panel[step.list].notifications, step.place)
        if (!target) return
        const { _id: messageId } = target
        // A row is marked as it shows. A hook gets the id alone, and marks the last delivery that the tab knows.
        const isRow = step.list === 'all'
        const madeOn = isRow ? deliveriesOf([target]) : cachedDeliveries(state.store, [messageId])
        const result = isRow
          ? markMessages(state.store, step.verb, [messageId], { madeOn })
          : state.markAs.mutateAsync({ messageId, markAs: step.verb })
        return record(step.tab, step.verb, madeOn, result)
      }
      case 'triage': {
        const target = state?.panel && pick(state.panel[step.list].notifications, step.place)
        if (!target) return
        const messageId = target._id
        moved.add(messageId)
        const madeOn = cachedDeliveries(state.store, [messageId])
        const result = {
          archive: () => state.archive.mutateAsync({ messageId }),
          snooze: () => state.snooze.mutateAsync({ messageId, until: new Date(inMilliseconds(step.snoozeFor)) }),
          delete: () => state.delete.mutateAsync({ messageId }),
        }[step.action]()
        return record(step.tab, step.action, madeOn, result)
      }
      case 'archiveRead':
        if (!state) return
        return record(step.tab, 'archiveRead', undefined, archiveAllRead(state.store))
      case 'markAll':
        if (!state) return
        return record(step.tab, step.verb, undefined, state.markAll.mutateAsync({ markAs: step.verb }))
      case 'changePreferences': {
        const preferences = state?.panel?.preferences
        // A switch has a position to change.
        if (!preferences?.data) return
        const { workflowId, channel, isOn } = step
        const change: MadeChange = {
          workflowId,
          channel,
          isOn,
          tab: step.tab,
          visit: visits[step.tab] ?? 0,
          outcome: 'unknown',
        }
        changes.push(change)
        return void preferences.update(changeOf(step)).then(
          () => (change.outcome = 'done'),
          () => {
            if (tabs.includes(tab)) change.outcome = 'failed'
          },
        )
      }
      case 'undo': {
        const undo = state?.[step.of].undo
        if (undo) undone += 1
        // A failure is among the failed marks.
        return void undo?.().catch(() => undefined)
      }
      case 'loadMore':
        return void state?.panel?.[step.list].fetchNextPage()
      case 'refetch':
        return void state?.panel?.filtered.refetch()
      case 'panel':
        return tab?.togglePanel()
      case 'holdArrivals':
        return tab?.hold(step.isHeld)
      case 'reload':
        leavePage(step.tab)
        return void (tabs[step.tab] = openTab(tab?.reload()))
      case 'closeOrOpen':
        tab?.close()
        leavePage(step.tab)
        visits[step.tab] = (visits[step.tab] ?? 0) + 2
        return void (tabs[step.tab] = tab ? undefined : openTab())
    }
  }

  const perform = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'arrive':
        service.add(makeNotification(arrived++, { createdAt: inMilliseconds(0) }))
        return changed()
      case 'grow': {
        // A digest has one event more. The reader may have deleted its message.
        const id = pick([...delivered.keys()], step.place)
        if (id === undefined) return
        moved.add(id)
        events += 1
        const texts = { subject: `Ada and ${events} others`, content: `Event ${events}` }
        return service.add(makeNotification(Number(id.slice(1)), { ...texts, createdAt: inMilliseconds(0) }))
      }
      case 'delete': {
        const id = pick(all(), step.place)?._id ?? ''
        changedElsewhere.add(id)
        service.remove(id)
        return changed()
      }
      case 'markElsewhere': {
        const id = pick(all(), step.place)?._id ?? ''
        changedElsewhere.add(id)
        service.mark(id, step.verb)
        return changed()
      }
      case 'triageElsewhere': {
        const id = pick(all(), step.place)?._id ?? ''
        moved.add(id)
        changedElsewhere.add(id)
        const { action } = step
        const snooze = action === 'snooze' && { snoozeUntil: inMilliseconds(step.snoozeFor) }
        const { batchNotifications } = triageCalls(otherDevice)
        // The service may hold it: time passes with the next steps.
        return void batchNotifications('ada', { action, notificationIds: [id], ...snooze }, {}).catch(() => undefined)
      }
      case 'changePreferencesElsewhere':
        return void otherDevice.updatePreferences('ada', changeOf(step)).catch(() => undefined)
      case 'hint':
        return proxy.hint(step.hint)
      case 'stream':
        act(() => {
          streamEvent(step.event)
        })
        return
      case 'wait':
        return void (await pass(step.ms))
      case 'fail':
        return service.fail(step.operation, step.fault)
      case 'hold':
        return void releases.push(service.hold(step.operation))
      case 'release':
        return releases.shift()?.()
      case 'clock':
        clockLead += step.by
        return void vi.setSystemTime(Date.now() + step.by)
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
    changes,
    perform,
    undone: () => undone,
    moved,
    changedElsewhere,
    /** Whether the service leaves alone what was delivered later than a mark says. */
    sparesLater: !likeProduction,
    deliverDue,
    /** Calls the listener after each request that the service has done. */
    watchDone: (listener: () => void) => void (onDone = listener),
    /** The ids of the first page of the feed that the service has. Production lists archived and snoozed ones too. */
    firstPageIds: () => {
      const listed = all().filter((notification) => likeProduction || belongs(notification, {}))
      return listed.slice(0, pageSize).map(({ _id }) => _id)
    },
    states: () => tabs.flatMap((tab, place) => (tab ? [{ place, ...tab.state() }] : [])),
    /** Lets everything settle: the network, the service and the stream work again. */
    settle: async () => {
      tabs[0] ??= openTab()
      act(() => onlineManager.setOnline(true))
      service.clear()
      act(() => {
        for (const tab of tabs) tab?.hold(false)
      })
      const wasSilent = proxy.next === 'silent'
      proxy.next = 'open'
      deliver()
      // Timeouts and retries in progress end within this time.
      await pass(12_000)
      deliverDue()
      // A missed heartbeat, a reconnect, the fetch after a mark, or the poll that finds what lost hints have not shown.
      if (isLive) await pass(hasLost ? 345_000 : wasSilent ? 75_000 : 50_000)
      act(() => {
        for (const tab of tabs) tab?.openPanel()
      })
      await pass(1_000)
    },
    /** Gives every tab the focus. */
    focus: async () => {
      act(() => {
        focusManager.setFocused(false)
        focusManager.setFocused(true)
      })
      await pass(2_500)
    },
    /** Refetches the lists, because polling finds no changes by other devices deep in a list. */
    refetch: async () => {
      for (const tab of tabs)
        await act(async () => {
          void tab?.state().panel?.all.refetch()
          void tab?.state().panel?.filtered.refetch()
        })
      await pass(100)
    },
    /** Loads every list to its end. */
    loadAll: async () => {
      for (const tab of tabs)
        for (const list of ['all', 'filtered'] as const)
          for (let left = 40; left > 0 && tab?.state().panel?.[list].hasMore; left--) {
            act(() => void tab.state().panel?.[list].fetchNextPage())
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
