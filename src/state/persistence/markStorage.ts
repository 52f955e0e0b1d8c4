import type { InboxScope } from '../model/inboxKeys.ts'
import type { Locks } from '../model/locks.ts'
import { type InboxStorage, marksKeyOf, parseTabs, readJson, storageKeyOf } from './inboxStorage.ts'
import { andThen, type MaybePromise } from './maybePromise.ts'
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
  const sharedKey = storageKeyOf(scope, 'marks')

  const readTabs = () => andThen(storage.getItem(tabsKey), parseTabs)
  /** The logs that version 0.1.0 stored in one entry. */
  const readShared = () => andThen(storage.getItem(sharedKey), (text) => parseLogs(readJson(text)))
  const readAll = (tabIds: readonly string[]) =>
    tabIds.reduce(
      (logs: MaybePromise<SerializedLog[]>, tabId) =>
        andThen(logs, (earlier) =>
          andThen(storage.getItem(marksKeyOf(scope, tabId)), (text) => [...earlier, ...parseLogs([readJson(text)])]),
        ),
      readShared(),
    )

  const put = (key: string, entries: readonly unknown[]) =>
    entries.length === 0 ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(entries))

  /** Adds or removes an id. With an asynchronous storage, another tab could change the entry meanwhile. */
  const changeTabs = (tabId: string, isAdded: boolean): MaybePromise<unknown> => {
    const change = (tabIds: readonly string[]) => {
      if (tabIds.includes(tabId) === isAdded) return undefined
      return put(tabsKey, isAdded ? [...tabIds, tabId] : tabIds.filter((other) => other !== tabId))
    }
    const tabIds = readTabs()
    if (!(tabIds instanceof Promise)) return change(tabIds)
    const changeAlone = () => andThen(readTabs(), change)
    return tabIds.then((known) => {
      if (known.includes(tabId) === isAdded) return undefined
      // A sandboxed frame forbids locks.
      return locks ? locks.request(tabsKey, changeAlone).catch(changeAlone) : changeAlone()
    })
  }

  const removeShared = (tabId: string) =>
    andThen(readShared(), (logs) => {
      const others = logs.filter(({ owner }) => owner !== tabId)
      return others.length < logs.length ? put(sharedKey, others) : undefined
    })

  return {
    read: () => andThen(readTabs(), readAll),
    // The id first: without it, nobody would find the log.
    write: (log) =>
      andThen(changeTabs(log.owner, true), () => storage.setItem(marksKeyOf(scope, log.owner), JSON.stringify(log))),
    remove: (tabId) =>
      andThen(storage.removeItem(marksKeyOf(scope, tabId)), () =>
        andThen(changeTabs(tabId, false), () => removeShared(tabId)),
      ),
  }
}
