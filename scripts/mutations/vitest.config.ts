import { defineConfig } from 'vitest/config'

/** The tests of one file, given by `scripts/checkMutations.ts`. None needs a page, which would take a second per mutant. */
export default defineConfig({
  test: { environment: 'node', testTimeout: 30_000, include: process.env['TESTS']?.split(' ') ?? [] },
})
