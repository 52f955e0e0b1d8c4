import { seed } from './seed.ts'

/** Returns random numbers from 0 up to 1, and prints their seed. */
export const seededRandom = (): (() => number) => {
  process.stdout.write(`SEED=${seed}\n`)
  let state = seed
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
