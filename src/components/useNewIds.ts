import { createContext, useContext, useState } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'

/** Which notifications were shown, and which of them were unseen then. */
interface NewIdsMemory {
  shown: Set<string>
  fresh: Set<string>
}

const NewIdsContext = createContext<NewIdsMemory | undefined>(undefined)

/** Lets the lists of one panel, such as those of its tabs, remember together what was new. */
export const NewIdsProvider = NewIdsContext.Provider

/** Makes an empty memory. */
export const createNewIdsMemory = (): NewIdsMemory => ({ shown: new Set(), fresh: new Set() })

/**
 * The ids of the notifications that were unseen when this list, or this panel, first showed them. They keep their tint
 * although they are marked as seen a second later: otherwise it would vanish under the eyes of who is reading.
 */
export const useNewIds = (notifications: readonly InboxNotification[]): ReadonlySet<string> => {
  const around = useContext(NewIdsContext)
  const [own] = useState(createNewIdsMemory)
  const memory = around ?? own
  for (const { _id, seen } of notifications) {
    if (memory.shown.has(_id)) continue
    memory.shown.add(_id)
    if (!seen) memory.fresh.add(_id)
  }
  return memory.fresh
}
