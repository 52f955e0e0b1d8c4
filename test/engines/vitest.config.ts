import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The main journeys in Firefox and WebKit, and in Chromium what end-to-end tests leave out, two engines at a time. */
export default defineConfig({
  test: {
    name: 'engines',
    environment: 'node',
    include: ['test/engines/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('setup.ts', import.meta.url))],
    // One worker per core of a small machine.
    maxWorkers: 2,
    // A journey takes up to ten seconds, or several times that while another engine starts.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
