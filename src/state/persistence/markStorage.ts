import type { InboxScope } from '../model/inboxKeys.ts'
import type { Locks } from '../model/locks.ts'
import { type InboxStorage, marksKeyOf, readList, storageKeyOf } from './inboxStorage.ts'
import { all, andThen, type MaybePromise } from './maybePromise.ts'
import { parseLogs, type SerializedLog } from './serializedMarks.ts'

/**
 * The stored marks of one subscriber: an entry for each tab, because two tabs that change one entry at once would lose
 * marks. A storage can't list its keys, so another entry has the ids of the tabs.
 */
export interface MarkStorage {
  /** Returns the logs of all tabs. */
  read(): MaybePromise<SerializedLog[]>
  /** Writes the log of a tab. */
  write(log: SerializedLog): MaybePromise<unknown>
  /** Removes the log of a tab. */
  remove(tabId: string): MaybePromise<unknown>
}

export const createMarkStorage = (storage: InboxStorage, scope: InboxScope, locks: Locks | undefined): MarkStorage => {
  const tabsKey = storageKeyOf(scope, 'tabs')
  /** The entry in which version 0.1.0 stored the logs of all tabs. */
  const sharedKey = storageKeyOf(scope, 'marks')

  const readTabs = () => andThen(storage.getItem(tabsKey), readList)
  const readLogs = (text: string | null | undefined) => parseLogs(readList(text))

  const put = (key: string, entries: readonly unknown[]) =>
    entries.length > 0 ? storage.setItem(key, JSON.stringify(entries)) : storage.removeItem(key)

  const changeTabs = (tabId: string, isAdded: boolean): MaybePromise<unknown> => {
    const change = (tabIds: readonly unknown[]) =>
      tabIds.includes(tabId) !== isAdded &&
      put(tabsKey, isAdded ? [...tabIds, tabId] : tabIds.filter((other) => other !== tabId))
    const tabIds = readTabs()
    if (!(tabIds instanceof Promise) || !locks) return andThen(tabIds, change)
    // While an asynchronous storage responds, another tab could change the entry.
    const changeAlone = () => andThen(readTabs(), change)
    // A sandboxed frame forbids locks.
    return locks.request(tabsKey, changeAlone).catch(changeAlone)
  }

  return {
    read: () =>
      andThen(readTabs(), (tabIds) => {
        const keys = [sharedKey, ...tabIds.map((tabId) => marksKeyOf(scope, tabId))]
        return andThen(all(keys.map((key) => storage.getItem(key))), (texts) => texts.flatMap(readLogs))
      }),
    // The id first: without it, nobody would find the log.
    write: (log) =>
      andThen(changeTabs(log.owner, true), () => storage.setItem(marksKeyOf(scope, log.owner), JSON.stringify(log))),
    remove: (tabId) =>
      andThen(all([storage.removeItem(marksKeyOf(scope, tabId)), changeTabs(tabId, false)]), () =>
        andThen(storage.getItem(sharedKey), (text) => {
          const logs = readLogs(text)
          const others = logs.filter(({ owner }) => owner !== tabId)
          return others.length < logs.length && put(sharedKey, others)
        }),
      ),
  }
}
