import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isHttpError } from '../../client/errors/HttpError.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import { untilWoken } from '../../client/untilWoken.ts'
import type { PreferencesChange } from '../../contract/extensions/preferencesChange.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { createStore, type Store } from '../model/createStore.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'

/** A change of the reader. */
interface LoggedChange {
  change: PreferencesChange
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
  unsaved(): PreferencesChange[]
  /** Whether the service saves preferences, as far as it is known. */
  isSupported(): boolean
  /**
   * Changes the preferences. The change shows at once. It is saved after those before it, and once the browser is
   * online. Then the preferences are refetched.
   *
   * @param isRestored whether an earlier visit made it. The changes of this one wait for it.
   * @returns a promise that resolves when the change is saved, and rejects if it failed. After the service has responded
   * that it saves no preferences, it rejects with that response, without a request.
   */
  update(change: PreferencesChange, isRestored?: boolean): Promise<void>
}

export interface PreferencesSenderOptions {
  client: InboxClient
  queryClient: QueryClient
  keys: InboxKeys
  subscriberId: string
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
  const { client, queryClient, keys, subscriberId, restored, timesCleared, report } = options
  const log = createStore<readonly LoggedChange[]>([])
  /** Settles after the last request. The next one waits for it. */
  let lastRequest = Promise.resolve(true)
  /** The response that showed that the service saves no preferences. */
  let refusal: Error | undefined

  return {
    log,
    unsaved: () => log.getState().flatMap(({ change, savedAt }) => (savedAt === Infinity ? change : [])),
    isSupported: () => !refusal,
    update: async (change, isRestored) => {
      if (refusal) throw refusal
      const cleared = timesCleared()
      const logged: LoggedChange = { change, savedAt: Infinity }
      const others = () => log.getState().filter((other) => other !== logged)
      const show = () => log.setState([...others(), logged])
      show()
      if (!isRestored) {
        await restored()
        // After those of earlier visits.
        show()
      }
      /** Resolves whether the change was saved: not if the subscriber has left. */
      const send = async (): Promise<boolean> => {
        if (!onlineManager.isOnline())
          await untilWoken((wake) => onlineManager.subscribe((isOnline) => isOnline && wake()))
        // Another subscriber may be signed in by now.
        if (timesCleared() > cleared) return false
        try {
          await client.updatePreferences(subscriberId, change, { keepalive: true })
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
        log.setState(others())
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
