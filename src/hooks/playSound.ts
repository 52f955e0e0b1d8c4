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
export const playSound = async (src: string | undefined, volume: number): Promise<void> => {
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
