import { useRef } from 'react'
import type { InboxStore } from '../../state/inboxStore.ts'
import { browserStorage, type InboxStorage } from '../../state/persistence/inboxStorage.ts'
import { useBrowserLayoutEffect, useLatest } from '../utils/useLatest.ts'

/** Keeps the inbox for as long as its page is shown. */
const keepShown = (store: InboxStore, storage: InboxStorage) => {
  let stop = store.persistIn(storage)
  // A page that waits for "back" must not hold locks, or no browser lets it wait.
  const onHide = () => {
    store.flush()
    stop()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) stop = store.persistIn(storage)
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    stop()
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
  }
}

/**
 * Keeps an inbox between visits, for as long as its reader agrees: what is kept goes when `persist` does.
 * @param persist a storage, or true for localStorage. Which one is looked at when keeping begins: it may be written inline.
 */
export const usePersist = (store: InboxStore, persist: boolean | InboxStorage | undefined): void => {
  const latest = useLatest(persist)
  const kept = useRef<InboxStore>(undefined)
  const isKept = Boolean(persist)
  // Not while rendering: a server has no storage, and its picture must be the first here.
  useBrowserLayoutEffect(() => {
    if (!isKept && kept.current === store) store.forgetPersisted()
    kept.current = isKept ? store : undefined
    if (!isKept || !latest.current) return undefined
    return keepShown(store, latest.current === true ? browserStorage : latest.current)
  }, [store, latest, isKept])
}
