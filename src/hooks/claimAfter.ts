import { claim } from '../state/claim.ts'
import type { InboxStore } from '../state/inboxStore.ts'

/** By then, all tabs of a browser have heard what one of them was told. In milliseconds. */
const head = 300

/** Claims something (see `claim`), after those tabs that are better suited: by so many steps. */
export const claimAfter = async (store: InboxStore, what: string, steps: number): Promise<boolean> => {
  if (steps > 0) await new Promise((resolve) => setTimeout(resolve, steps * head))
  return claim(store, what)
}
