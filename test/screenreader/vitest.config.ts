import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What Orca says in Firefox and Chromium. */
export default defineConfig({
  test: {
    name: 'screenreader',
    environment: 'node',
    include: ['test/screenreader/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('setup.ts', import.meta.url))],
    // One Orca runs per user.
    fileParallelism: false,
    // All journeys in one language take two minutes, and each is tried three times if all words have changed.
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
