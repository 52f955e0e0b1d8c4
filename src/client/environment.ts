import type { ClientEnvironment } from './clientOptions.ts'

/** The real time and randomness. */
export const realEnvironment: ClientEnvironment = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      if (signal?.aborted) wake()
      else signal?.addEventListener('abort', wake)
    }),
  now: () => Date.now(),
  random: () => Math.random(),
  // Browser pages on plain http do not have `crypto.randomUUID`.
  newKey: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
}
