import { defineConfig } from 'vitest/config'

/**
 * Live delivery while its servers are killed and its network fails. Most of the time the tests wait for time limits.
 */
export default defineConfig({
  test: {
    name: 'faults',
    environment: 'jsdom',
    include: ['test/live/faults/*.fault.tsx'],
    env: { SEED: process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31)) },
    maxWorkers: 3,
    // A missed heartbeat takes 45 seconds, and the next stream up to 30 more.
    testTimeout: 480_000,
    hookTimeout: 60_000,
  },
})
