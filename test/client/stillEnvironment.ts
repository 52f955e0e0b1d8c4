import type { ClientEnvironment } from '../../src/client/index.ts'

/** An environment in which no time passes: pauses are noted and over at once, chance is always a half, keys are counted. */
export const stillEnvironment = () => {
  const pauses: number[] = []
  let keys = 0
  const environment: ClientEnvironment = {
    sleep: async (ms) => {
      pauses.push(ms)
    },
    now: () => Date.UTC(2026, 0, 5, 9),
    random: () => 0.5,
    newKey: () => `key-${++keys}`,
  }
  return { environment, pauses }
}
