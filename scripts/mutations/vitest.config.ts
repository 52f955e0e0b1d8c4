import { defineConfig } from 'vitest/config'

const include = process.env['TESTS']?.split(' ') ?? []

/** Components need a page, which takes a second per mutant. */
const page = { environment: 'jsdom' as const, setupFiles: ['test/setup/dom.ts'] }

/** The tests of one file, given by `scripts/checkMutations.ts`. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    // As in the projects of vite.config.ts.
    isolate: false,
    include,
    ...(include.some((file) => file.endsWith('.tsx')) && page),
  },
})
