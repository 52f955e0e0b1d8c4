import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isHttpError } from '../../client/errors/HttpError.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import type { PreferencesChange } from '../../contract/extensions/preferencesChange.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { createStore, type Store } from '../model/createStore.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import { untilOnline } from './untilOnline.ts'

/**
 * A change, and the idempotency key of its requests, so that one that was saved is never saved again by a later visit.
 */
export interface KeyedChange {
  change: PreferencesChange
  key: string
}

/** A change of the reader. */
interface LoggedChange extends KeyedChange {
  /** When the service had saved it, in milliseconds since 1970. Infinity before that. */
  savedAt: number
}

/** Saves the reader's changes of the preferences. */
export interface PreferencesSender {
  /**
   * The changes since the browser page was loaded, the oldest first. One that failed is not in it. Saved ones stay,
   * because the cache may have older preferences of another `criticality`.
   */
  readonly log: Pick<Store<readonly LoggedChange[]>, 'getState' | 'subscribe'>
  /** The changes that are not saved yet, the oldest first. */
  unsaved(): KeyedChange[]
  /** Whether the service saves preferences, as far as it is known. */
  isSupported(): boolean
  /**
   * Changes the preferences. The change shows at once. It is saved after those before it, and once the browser is
   * online. Then the preferences are refetched.
   *
   * @param restoredKey the key, if an earlier visit made it. The changes of this one wait for it.
   * @returns a promise that resolves when the change is saved, and rejects if it failed. After the service has
   * responded that it saves no preferences, it rejects with that response, without a request.
   */
  update(change: PreferencesChange, restoredKey?: string): Promise<void>
}

export interface PreferencesSenderOptions {
  client: InboxClient
  queryClient: QueryClient
  keys: InboxKeys
  subscriberId: string
  newId: () => string
  /** Resolves once the changes of earlier visits are in the log. */
  restored: () => Promise<void> | undefined
  /** How many times the subscriber was removed. What waits may not be sent afterwards. */
  timesCleared: () => number
  report: (error: unknown) => void
}

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

export const createPreferencesSender = (options: PreferencesSenderOptions): PreferencesSender => {
  const { client, queryClient, keys, subscriberId, newId, restored, timesCleared, report } = options
  const log = createStore<readonly LoggedChange[]>([])
  /** Settles after the last request. The next one waits for it. */
  let lastRequest = Promise.resolve(true)
  /** The response that showed that the service saves no preferences. */
  let refusal: Error | undefined

  return {
    log,
    unsaved: () => log.getState().filter(({ savedAt }) => savedAt === Infinity),
    isSupported: () => !refusal,
    update: async (change, restoredKey) => {
      if (refusal) throw refusal
      const cleared = timesCleared()
      const logged: LoggedChange = { change, key: restoredKey ?? newId(), savedAt: Infinity }
      // Only while an earlier visit is restored: its changes come before this one.
      const restoring = restoredKey ? undefined : restored()
      if (restoring) await restoring
      log.setState([...log.getState(), logged])
      /** Resolves whether the change was saved: not if the subscriber has left. */
      const send = async (): Promise<boolean> => {
        await untilOnline()
        // Another subscriber may be signed in by now.
        if (timesCleared() > cleared) return false
        try {
          await client.updatePreferences(subscriberId, change, { keepalive: true, idempotencyKey: logged.key })
          return true
        } catch (error) {
          if (onlineManager.isOnline()) throw error
          // The network failed during the request.
          return send()
        }
      }
      const request = (lastRequest = lastRequest.then(send, send))
      try {
        // It has neither succeeded nor failed.
        if (!(await request)) return new Promise(() => {})
      } catch (error) {
        log.setState(log.getState().filter((other) => other !== logged))
        if (isHttpError(error) && [404, 405, 501].includes(error.status)) refusal = error
        report(error)
        throw error
      }
      logged.savedAt = Date.now()
      log.setState([...log.getState()])
      // TanStack would wait for a first request, although it may have been answered before the save.
      const ofReader = { queryKey: keys.allPreferences }
      void queryClient.cancelQueries(ofReader).then(() => queryClient.invalidateQueries(ofReader))
    },
  }
}
