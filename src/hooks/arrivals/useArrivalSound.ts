'use client'
import { clocks } from '../../client/clock.ts'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { guardWhere, reportOnceTo } from '../../state/model/reportOnce.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { claimAfter, useArrivals } from './useArrivals.ts'

/** The shortest time between two sounds of a tab, in milliseconds. */
const pause = 1_000
let lastAt = Number.NEGATIVE_INFINITY

/** Two short notes, a fifth apart, with their start in seconds and their frequency in hertz. */
const notes = [
  { at: 0, frequency: 784 },
  { at: 0.12, frequency: 1175 },
] as const
/** In seconds. */
const noteLength = 0.35

let context: AudioContext | undefined

const playTone = async (volume: number) => {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  await context.resume()
  const start = context.currentTime
  for (const { at, frequency } of notes) {
    const tone = new OscillatorNode(context, { frequency })
    const loudness = new GainNode(context, { gain: 0 })
    loudness.gain.setValueAtTime(0, start + at)
    loudness.gain.linearRampToValueAtTime(volume * 0.3, start + at + 0.01)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + at + noteLength)
    tone.connect(loudness).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + noteLength)
  }
}

const playFile = async (src: string, volume: number) => {
  const audio = new Audio(src)
  audio.volume = volume
  await audio.play()
}

/** Whether the browser forbids sound because the user has not touched the page yet. Only the user can change that. */
const isForbidden = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

/** Whether the user has not clicked or typed in this tab yet, as far as the browser reports it. */
const isUntouched = () => 'userActivation' in navigator && !navigator.userActivation.hasBeenActive

/**
 * Plays a sound, at most once a second.
 *
 * @param src the URL of a sound. Undefined: two short notes that need no file.
 * @param volume from 0 to 1.
 * @throws DOMException if the browser forbids sound, or if the sound can't be loaded.
 */
const playSound = async (src: string | undefined, volume: number): Promise<void> => {
  const now = clocks.monotonic()
  if (now - lastAt < pause) return
  // Chromium logs a warning for each attempt that it forbids.
  if (isUntouched()) return
  lastAt = now
  await (src === undefined ? playTone(volume) : playFile(src, volume))
}

/** Options of `useArrivalSound`. */
export interface ArrivalSoundOptions {
  /** false mutes the sound. Default true. */
  enabled?: boolean | undefined
  /**
   * The URL of a sound, such as `/ding.mp3`. Default: two short notes, which need no file and no exception in a content
   * security policy.
   */
  src?: string | undefined
  /** The volume, from 0 to 1. Default 0.5. */
  volume?: number | undefined
  /** Returns whether an arrival plays the sound. Default: every arrival does. */
  where?: ((notification: InboxNotification) => boolean) | undefined
}

/** How much less suitable this tab is. A visible tab plays first, and an untouched one can't play. */
const stepsBehind = () => Number(document.visibilityState === 'hidden') + 2 * Number(isUntouched())

/**
 * Plays a sound when notifications arrive: in one tab of the browser, and at most once a second. Notifications that
 * arrived before the browser page was opened play none. Browsers allow no sound before the user has clicked or typed in
 * the page.
 *
 * It polls while the document is hidden too: once per `pollInterval`, for all tabs together.
 *
 * @throws SetupError outside an InboxProvider. `onError` gets what `where` throws.
 */
export const useArrivalSound = ({ enabled = true, src, volume = 0.5, where }: ArrivalSoundOptions = {}): void => {
  const { store } = useInbox()
  useArrivals(({ notifications }) => {
    const newest = where ? notifications.find(guardWhere(where, reportOnceTo(store.report))) : notifications[0]
    if (!newest) return
    const play = async () => {
      if (await claimAfter(store, `sound ${newest._id}`, stepsBehind())) await playSound(src, volume)
    }
    play().catch((error: unknown) => {
      if (process.env.NODE_ENV !== 'production' && !isForbidden(error))
        warnOnce(
          'TIDINGS_214',
          `the ${src === undefined ? 'built-in sound' : `sound ${src}`} failed to play. ${String(error)}`,
        )
    })
  }, enabled)
}
