import { createContext } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** The notifications that were shown. */
export interface NewIdsMemory {
  /** Whether each was unseen when it was first shown, by its id. */
  isNew: Map<string, boolean>
  /** The newest notification that was already seen, as were all below it. */
  lastSeen: InboxNotification | undefined
}

/** One memory for all lists of a panel, such as those of its tabs. */
export const NewIdsContext = createContext<NewIdsMemory | undefined>(undefined)

export const createNewIdsMemory = (): NewIdsMemory => ({ isNew: new Map(), lastSeen: undefined })
