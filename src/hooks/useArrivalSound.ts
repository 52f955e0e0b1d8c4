'use client'

import { warnOnce } from '../client/errors/warnOnce.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { claimAfter } from './claimAfter.ts'
import { useInbox } from './InboxProvider.tsx'
import { playSound } from './playSound.ts'
import { useArrivals } from './useArrivals.ts'

/** What `useArrivalSound` plays, and when. */
export interface ArrivalSoundOptions {
  /** false: silent, for who has muted it. Default true. */
  enabled?: boolean | undefined
  /** Address of a sound of yours. Default: two short notes that need no file and no content security policy. */
  src?: string | undefined
  /** From 0 to 1. Default 0.5. */
  volume?: number | undefined
  /** Which arrivals are worth a sound. Default: all. */
  where?: ((notification: InboxNotification) => boolean) | undefined
}

/** A tab that nobody has touched yet can't play anything. One that is on the screen plays first. */
const stepsBehind = () =>
  Number(document.visibilityState === 'hidden') +
  2 * Number('userActivation' in navigator && !navigator.userActivation.hasBeenActive)

/**
 * Plays a sound when something arrives: not for what was there when the page was opened, in one tab of the browser alone, and
 * once a second at most. Browsers allow no sound before the reader has clicked or typed somewhere in the page: until then
 * it is silent.
 *
 * It goes on asking while the document is hidden: once in each `pollInterval` for all tabs together.
 * @throws SetupError outside an InboxProvider.
 */
export const useArrivalSound = ({ enabled = true, src, volume = 0.5, where }: ArrivalSoundOptions = {}): void => {
  const { store } = useInbox()
  useArrivals(({ notifications }) => {
    const newest = where ? notifications.find(where) : notifications[0]
    if (!newest) return
    const play = async () => {
      if (await claimAfter(store, `sound ${newest._id}`, stepsBehind())) await playSound(src, volume)
    }
    play().catch((error: unknown) => {
      if (process.env.NODE_ENV !== 'production')
        warnOnce(
          'TIDINGS_214',
          `the ${src === undefined ? 'built-in sound' : `sound ${src}`} failed to play. ${String(error)}`,
        )
    })
  }, enabled)
}
