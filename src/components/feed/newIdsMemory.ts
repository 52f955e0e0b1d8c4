import { createContext } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** The ids of the notifications that were shown, each in one of two sets. */
export interface NewIdsMemory {
  /** Those that were unseen then. */
  fresh: Set<string>
  /** The others. */
  earlier: Set<string>
  /** The newest notification that was already seen. */
  lastSeen: InboxNotification | undefined
}

/** One memory for all lists of a panel, such as those of its tabs. */
export const NewIdsContext = createContext<NewIdsMemory | undefined>(undefined)

/** Creates an empty memory. */
export const createNewIdsMemory = (): NewIdsMemory => ({
  fresh: new Set(),
  earlier: new Set(),
  lastSeen: undefined,
})
