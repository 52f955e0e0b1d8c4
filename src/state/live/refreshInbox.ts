import type { Live } from './live.ts'

/** The inboxes of this browser page, with the number of their providers. */
const mounted = new Map<Live, number>()

/** Adds an inbox to those that `refreshInbox` refreshes. Returns a function that removes it. */
export const retainLive = (live: Live): (() => void) => {
  mounted.set(live, (mounted.get(live) ?? 0) + 1)
  return () => {
    const users = (mounted.get(live) ?? 0) - 1
    if (users > 0) mounted.set(live, users)
    else mounted.delete(live)
  }
}

/**
 * Fetches what may have changed in every inbox of this browser page: the newest notifications on screen, and the count.
 * Call it from code outside React, such as the listener of your own socket. Inside React, use `useRefresh`. Calls within a
 * second share one fetch.
 * @returns a promise that resolves after the fetch, also if it failed: `onError` gets the reason.
 */
export const refreshInbox = async (): Promise<void> => {
  await Promise.all([...mounted.keys()].map((live) => live.refresh()))
}
