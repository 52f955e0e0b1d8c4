import { useRef } from 'react'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { InboxPersister } from '../../state/persistence/persistence.ts'
import { useBrowserLayoutEffect, useLatest } from '../utils/useLatest.ts'
import { whileShown } from '../utils/whileShown.ts'

/**
 * Persists an inbox between visits, as long as its user agrees: when `persist` becomes false, the stored inbox is
 * removed.
 *
 * @param persist the result of `persistInbox`. It is read when persistence starts, so an app may write it inline.
 */
export const usePersist = (store: InboxStore, persist: InboxPersister | false | undefined): void => {
  const latest = useLatest(persist)
  const persisted = useRef<InboxStore>(undefined)
  // Anything else, such as `persist={true}` in JavaScript, has no code to persist with. `checkProps` warns of it.
  const isOn = Boolean(persist && persist.connect)
  // Not during render: a server has no storage, and the first render in the browser must equal the server's.
  useBrowserLayoutEffect(() => {
    if (!isOn && persisted.current === store) store.forgetPersisted()
    persisted.current = isOn ? store : undefined
    if (!isOn || !latest.current) return undefined
    const persister = latest.current
    return whileShown(() => store.persist(persister), store.flush)
  }, [store, latest, isOn])
}
