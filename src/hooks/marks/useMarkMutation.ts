import { useCallback, useRef, useState } from 'react'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { Undo } from '../../state/outbox/undoableMarks.ts'

/**
 * The way back from a hook's latest mark: there once that mark has succeeded, and for as long as its subscriber is shown.
 *
 * @returns `undo`, and a function to call when a mark begins: it forgets the way back from the one before, and returns the
 * function that takes the new one.
 */
export const useUndo = (
  store: InboxStore,
): { undo: Undo | undefined; begin: () => (undo: Undo | undefined) => void } => {
  const [last, setLast] = useState<{ store: InboxStore; undo: Undo | undefined }>()
  const latest = useRef(0)
  const begin = useCallback(() => {
    const own = ++latest.current
    setLast(undefined)
    return (undo: Undo | undefined) => {
      if (own === latest.current) setLast({ store, undo })
    }
  }, [store])
  return { undo: last?.store === store ? last.undo : undefined, begin }
}
