import type { LiveUpdates } from './liveUpdates.ts'

/** The inboxes of this browser page, one entry for each provider. */
const mounted = new Set<{ live: LiveUpdates }>()

export const retainLive = (live: LiveUpdates): (() => void) => {
  const entry = { live }
  mounted.add(entry)
  return () => void mounted.delete(entry)
}

/**
 * Fetches what may have changed in every inbox of this browser page: the newest notifications on screen, and the count.
 * Call it from code outside React, such as the listener of your own socket. Inside React, use `useRefresh`. Calls
 * within a second share one fetch.
 * @returns a promise that resolves after the fetch, also if it failed: `onError` gets the reason.
 */
export const refreshInbox = async (): Promise<void> => {
  await Promise.all([...mounted].map(({ live }) => live.refresh()))
}
