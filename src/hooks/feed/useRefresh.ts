'use client'
import { useInbox } from '../provider/InboxProvider.tsx'

/**
 * A function that fetches what may have changed: the newest notifications on screen, and the count. Call it when your
 * own socket receives an event. Calls within a second share one fetch. The function is the same in every render. It
 * returns a promise that resolves after the fetch, also if it failed: `onError` gets the reason.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useRefresh = (): (() => Promise<void>) => useInbox().store.live.refresh
