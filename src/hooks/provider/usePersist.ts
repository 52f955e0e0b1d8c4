import { useRef } from 'react'
import type { InboxStore } from '../../state/inboxStore.ts'
import { browserStorage, type InboxStorage } from '../../state/persistence/inboxStorage.ts'
import { useBrowserLayoutEffect, useLatest } from '../utils/useLatest.ts'
import { whileShown } from '../utils/whileShown.ts'

/**
 * Persists an inbox between visits, as long as its reader agrees: when `persist` becomes false, the stored inbox is
 * removed.
 *
 * @param persist a storage, or true for localStorage. It is read when persistence starts, so an app may write it
 * inline.
 */
export const usePersist = (store: InboxStore, persist: boolean | InboxStorage | undefined): void => {
  const latest = useLatest(persist)
  const persisted = useRef<InboxStore>(undefined)
  const isOn = Boolean(persist)
  // Not during render: a server has no storage, and the first render in the browser must equal the server's.
  useBrowserLayoutEffect(() => {
    if (!isOn && persisted.current === store) store.forgetPersisted()
    persisted.current = isOn ? store : undefined
    if (!isOn || !latest.current) return undefined
    const storage = latest.current === true ? browserStorage : latest.current
    return whileShown(() => store.persistIn(storage), store.flush)
  }, [store, latest, isOn])
}
