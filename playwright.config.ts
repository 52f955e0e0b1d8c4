import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/setup/findChromium.ts'
import { apiKey } from './test/e2e/support/apiKey.ts'

/**
 * The popups of an address bar that nobody sees took a quarter of the time: each context drew its own. It takes the place of
 * Playwright's list, of which only the first concerns these tests: a page that is left must not go on being shown.
 */
const unneeded = ['PaintHolding', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** One for each core of a small machine. */
const workers = 2

/**
 * End to end: the demo in a real Chromium. One is started for each worker, on a free port with data in memory, and ended
 * afterwards: tests that run at the same time share nothing.
 */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox', `--disable-features=${unneeded.join()}`] },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1200, height: 800 },
    // What still moves is waited for, and the page scrolled meanwhile, in case that helps: a panel goes with its bell, and the
    // click misses it.
    contextOptions: { reducedMotion: 'reduce' },
    // A third of the time. `--trace retain-on-failure` shows what a test did that fails.
    trace: 'off',
  },
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: 'node --import tsx demo/start.ts --port 0 --data memory',
    env: { TIDINGS_API_KEY: apiKey },
    wait: { stdout: new RegExp(`tidings demo ready on (?<demo_url_${worker}>\\S+)`) },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  })),
})
