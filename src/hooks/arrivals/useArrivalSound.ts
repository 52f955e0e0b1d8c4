'use client'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { claimAfter, useArrivals } from './useArrivals.ts'

/** Least time between two sounds of a page, in milliseconds. */
const pause = 1_000
let lastAt = Number.NEGATIVE_INFINITY

/** Two short notes, a fifth apart: when they begin (seconds), and how high they are (hertz). */
const notes = [
  { at: 0, frequency: 784 },
  { at: 0.12, frequency: 1175 },
] as const
const noteLength = 0.35

let context: AudioContext | undefined

const playTone = async (volume: number) => {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  await context.resume()
  const start = context.currentTime
  for (const { at, frequency } of notes) {
    const tone = new OscillatorNode(context, { type: 'sine', frequency })
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

/** Whether the browser refused because nobody has touched the page yet. There is nothing to do about that. */
const isRefused = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

/**
 * Plays a sound, once a second at most.
 *
 * @param src address of a sound. Undefined: two short notes that need no file.
 * @param volume from 0 to 1.
 * @throws DOMException where the sound can't be loaded. That the browser does not allow any is no error.
 */
const playSound = async (src: string | undefined, volume: number): Promise<void> => {
  const now = Date.now()
  // A clock that was set back must not silence it.
  if (now >= lastAt && now - lastAt < pause) return
  // Chromium complains of each attempt.
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return
  lastAt = now
  try {
    await (src === undefined ? playTone(volume) : playFile(src, volume))
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

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
