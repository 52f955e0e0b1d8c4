import { type Browser, launch } from 'puppeteer-core'
import type { Desktop } from './startDesktop.ts'

/** A browser that Orca reads. */
export type BrowserName = 'firefox' | 'chromium'

/** Starts a browser on a desktop, with a window that fills the screen. Headless browsers are silent. */
export const startBrowser = (name: BrowserName, { env }: Desktop): Promise<Browser> =>
  name === 'firefox'
    ? launch({
        browser: 'firefox',
        executablePath: '/usr/bin/firefox-esr',
        headless: false,
        env,
        args: ['--kiosk'],
        defaultViewport: null,
      })
    : launch({
        browser: 'chrome',
        executablePath: '/usr/bin/chromium',
        headless: false,
        env,
        args: ['--no-sandbox', '--no-first-run', '--force-renderer-accessibility', '--window-size=1280,900'],
        defaultViewport: null,
      })
