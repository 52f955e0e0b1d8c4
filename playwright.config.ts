import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/findChromium.ts'
import { apiKey } from './test/e2e/support/apiKey.ts'

/** End to end: the demo in a real Chromium. It is started on a free port with data in memory, and ended afterwards. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // One demo, three subscribers, two cores: the tests share them one after another.
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    ...(process.env['DEMO_URL'] !== undefined && { baseURL: process.env['DEMO_URL'] }),
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1200, height: 800 },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node --import tsx demo/start.ts --port 0 --data memory',
    env: { TIDINGS_API_KEY: apiKey },
    wait: { stdout: /tidings demo ready on (?<demo_url>\S+)/ },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
