import { createHash, randomUUID } from 'node:crypto'

let lastTime = -1
let sequence = 0

/**
 * An id of 24 hexadecimal digits, the format of Novu's ids. It starts with the time and a counter, so that ids sort by
 * creation, also within a millisecond.
 */
export const newId = (time: Date): string => {
  const milliseconds = Math.max(0, time.getTime())
  sequence = milliseconds === lastTime ? (sequence + 1) % 0x100000 : 0
  lastTime = milliseconds
  // Node fetches the randomness of many UUIDs at once. Their first eight digits are random.
  const random = randomUUID().slice(0, 7)
  return milliseconds.toString(16).padStart(12, '0') + sequence.toString(16).padStart(5, '0') + random
}

/** The smallest id of that time: the ids of earlier times sort before it. */
export const firstIdOf = (time: Date): string => Math.max(0, time.getTime()).toString(16).padStart(12, '0')

/** The id of an object that the workspace names. It is derived from the names, so it is the same on every start. */
export const stableId = (...names: string[]): string =>
  createHash('sha256').update(names.join('\0')).digest('hex').slice(0, 24)
