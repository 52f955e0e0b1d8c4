import { createHash, randomBytes } from 'node:crypto'

let lastTime = -1
let sequence = 0

/**
 * A new id: 24 hexadecimal digits, in the form of production's. Time comes first, then a count, so that ids sort
 * in the order in which they were made: this breaks ties between messages of one millisecond.
 */
export const newId = (time: Date): string => {
  const milliseconds = Math.max(0, time.getTime())
  sequence = milliseconds === lastTime ? (sequence + 1) % 0x100000 : 0
  lastTime = milliseconds
  const random = randomBytes(4).toString('hex').slice(0, 7)
  return milliseconds.toString(16).padStart(12, '0') + sequence.toString(16).padStart(5, '0') + random
}

/** The id of something that the workspace names: the same on every start, with nothing stored. */
export const stableId = (...names: string[]): string =>
  createHash('sha256').update(names.join('\0')).digest('hex').slice(0, 24)
