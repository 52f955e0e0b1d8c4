import { createContext } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** The notifications that were shown, and whether they were new then. */
export interface NewIdsMemory {
  shown: Set<string>
  /** The ids of those that were unseen. */
  fresh: Set<string>
  /** The newest notification that was already seen. */
  lastSeen: InboxNotification | undefined
}

/** One memory for all lists of a panel, such as those of its tabs. */
export const NewIdsContext = createContext<NewIdsMemory | undefined>(undefined)

/** Creates an empty memory. */
export const createNewIdsMemory = (): NewIdsMemory => ({ shown: new Set(), fresh: new Set(), lastSeen: undefined })
