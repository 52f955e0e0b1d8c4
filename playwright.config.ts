import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/setup/findChromium.ts'

/**
 * Disabled features of Chromium. The popups of an invisible address bar took a quarter of the time, because each
 * context rendered its own. This replaces Playwright's own list, of which only the first entry matters for these tests:
 * a page must not remain visible after navigation.
 */
const unneeded = ['PaintHolding', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** End-to-end tests: the demo in a real Chromium. */
export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'quick', grepInvert: /@slow/ },
    // Takes long, rarely fails, or is the same for one more framework: only `npm run test:release` runs it.
    { name: 'slow', grep: /@slow/ },
  ],
  outputDir: 'test-results',
  // One for each core of a small machine, and each has a demo of its own: see startDemos.ts.
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  timeout: 120_000,
  // A limit for what never comes. An open page polls every 30 seconds, which must not replace its stream.
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox', `--disable-features=${unneeded.join()}`] },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1200, height: 800 },
    // Playwright waits for moving elements, and may scroll the page meanwhile. The panel would move with its bell, and
    // the click would miss it.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing takes a third of the time. Trace a failing test with `--trace retain-on-failure`.
    trace: 'off',
  },
  webServer: {
    command: 'node --import tsx test/e2e/support/startDemos.ts',
    wait: { stdout: /Demos: (?<demo_url_0>\S+) (?<demo_url_1>\S+) (?<demo_url_production>\S+)/ },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
