import { ifFree, type Locks } from './locks.ts'
import type { StampedPage } from './mergePages.ts'

export interface Question {
  /** Undefined where the browser has no Web Locks: then everybody asks. */
  locks: Locks | undefined
  /** Name of the question, the same in every tab. */
  name: string
  /** Asks the service, and tells the other tabs. */
  ask: () => Promise<StampedPage>
  /** The next answer that another tab tells us, if it comes in time. */
  heard: () => Promise<StampedPage | undefined>
}

/**
 * Asks a question that other tabs may be asking too: one of them asks, all get the answer.
 *
 * Nobody is the leader for longer than one request. The tab whose timer runs out first asks; its answer starts the
 * timers of all others anew. So a tab that is closed, hidden or frozen is followed by the next at the end of that one's
 * own pause, without anybody having to notice. The lock only settles ties.
 */
export const askOnce = async ({ locks, name, ask, heard }: Question): Promise<StampedPage> => {
  const answer = await ifFree(locks, name, (isFree) => (isFree ? ask() : heard()))
  // A frozen tab may hold the lock for ever: whoever hears nothing in time asks without it.
  return answer ?? ask()
}
