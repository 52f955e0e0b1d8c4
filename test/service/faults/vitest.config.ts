import { defineConfig } from 'vitest/config'

/** Both parts of a run have the same seed. */
const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))

/** How many faults each part of a run injects. */
const faultCount = process.env['FAULTS'] ?? '105'

/** Faults of the service's process, its disk, its database and its network, while clients work. */
export default defineConfig({
  test: {
    name: 'faults',
    environment: 'node',
    include: ['test/service/faults/*.fault.ts'],
    env: { SEED: seed, FAULTS: faultCount },
    // Each part waits for processes most of the time.
    maxWorkers: 2,
    // For each fault, the time in which the service must work again: see injectFaults.ts.
    testTimeout: Number(faultCount) * 30_000,
  },
})
