import { onlineManager } from '@tanstack/react-query'
import { isHttpError } from '../client/errors/HttpError.ts'
import { untilWoken } from '../client/untilWoken.ts'
import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { Preferences } from '../contract/preferences.ts'
import type { InboxStore } from './inboxStore.ts'
import { createStore, type Store } from './model/createStore.ts'
import { memoizeByOwner } from './model/memoizeByOwner.ts'

/** A change of the reader. */
interface LoggedChange {
  change: PreferencesChange
  /** When the service had saved it, in milliseconds since 1970. Infinity before that. */
  savedAt: number
}

/**
 * The reader's changes since the browser page was loaded, the oldest first. One that failed is not in it. Saved ones
 * stay, because the cache may have older preferences of another `criticality`.
 */
interface PreferencesLog extends Store<readonly LoggedChange[]> {
  /** Settles after the last request. The next one waits for it. */
  lastRequest?: Promise<unknown>
  /** The response that showed that the service saves no preferences. */
  refusal?: Error
}

/** The log of an inbox. Another subscriber has another store, and so an empty log. */
export const preferencesLogOf = memoizeByOwner<InboxStore, PreferencesLog>(() =>
  createStore<readonly LoggedChange[]>([]),
)

/** Whether the service saves preferences, as far as it is known. */
export const savesPreferences = (store: InboxStore): boolean => !preferencesLogOf(store).refusal

const applyChange = (
  { global, workflows }: Preferences,
  { channels, workflowId, schedule = global.schedule }: PreferencesChange,
): Preferences => {
  const change = <Changed extends { channels: object }>(preference: Changed): Changed => ({
    ...preference,
    channels: { ...preference.channels, ...channels },
  })
  return {
    global: workflowId === undefined ? { ...change(global), schedule } : global,
    workflows: workflows.map((each) => (each.workflow.identifier === workflowId ? change(each) : each)),
  }
}

/**
 * The preferences to show: as they were fetched, with the changes that were not saved before.
 *
 * @param fetchedAt when they arrived, in milliseconds since 1970.
 */
export const showPreferences = (
  fetched: Preferences,
  changes: readonly LoggedChange[],
  fetchedAt: number,
): Preferences =>
  changes.reduce((shown, { change, savedAt }) => (savedAt < fetchedAt ? shown : applyChange(shown, change)), fetched)

/**
 * Changes the preferences. The change shows at once. It is saved after those before it, and once the browser is online.
 * Then the preferences are refetched.
 *
 * @returns a promise that resolves when the change is saved, and rejects if it failed. After the service has responded
 * that it saves no preferences, it rejects with that response, without a request.
 */
export const updatePreferences = async (store: InboxStore, change: PreferencesChange): Promise<void> => {
  const { client, queryClient, keys, scope } = store
  const log = preferencesLogOf(store)
  if (log.refusal) throw log.refusal
  const logged: LoggedChange = { change, savedAt: Infinity }
  log.setState([...log.getState(), logged])
  const cleared = store.timesCleared()
  /** Resolves whether the change was saved: not if the subscriber has left. */
  const send = async (): Promise<boolean> => {
    if (!onlineManager.isOnline()) await untilWoken((wake) => onlineManager.subscribe((isOnline) => isOnline && wake()))
    // Another subscriber may be signed in by now.
    if (store.timesCleared() > cleared) return false
    try {
      await client.updatePreferences(scope.subscriberId, change, { keepalive: true })
      return true
    } catch (error) {
      if (onlineManager.isOnline()) throw error
      // The network failed during the request.
      return send()
    }
  }
  const request = (log.lastRequest = log.lastRequest?.then(send, send) ?? send())
  try {
    // It has neither succeeded nor failed.
    if (!(await request)) return new Promise(() => {})
  } catch (error) {
    log.setState(log.getState().filter((other) => other !== logged))
    if (isHttpError(error) && [404, 405, 501].includes(error.status)) log.refusal = error
    store.report(error)
    throw error
  }
  logged.savedAt = Date.now()
  // TanStack would wait for a first request, although it may have been answered before the save.
  const ofReader = { queryKey: keys.allPreferences }
  void queryClient.cancelQueries(ofReader).then(() => queryClient.invalidateQueries(ofReader))
}
