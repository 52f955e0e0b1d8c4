import type { ClientEnvironment } from '../../src/client/index.ts'

/**
 * An environment without time: it records delays and ends them immediately, `random` is always 0.5, and keys are
 * numbered.
 */
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
