import { launch, type KeyInput } from 'puppeteer-core'
import type { Engine } from './Engine.ts'
import { findProgram } from './findEngines.ts'

/** Firefox, through puppeteer and WebDriver BiDi. */
export const startFirefox = async (): Promise<Engine> => {
  const executablePath = findProgram('firefox')
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // The machine may prefer reduced motion, but journeys must see animations end.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 0 },
  })
  const version = await browser.version()
  return {
    version: version.replace(/^firefox\//i, 'Firefox '),
    newPage: async () => {
      const context = await browser.createBrowserContext()
      const tab = await context.newPage()
      const complaints: string[] = []
      tab.on('pageerror', (error) =>
        complaints.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      )
      tab.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
      })
      return {
        open: async (url, size) => {
          await tab.setViewport(size)
          await tab.goto(url)
        },
        hover: ({ x, y }) => tab.mouse.move(x, y),
        click: ({ x, y }) => tab.mouse.click(x, y),
        press: (key) => tab.keyboard.press(key as KeyInput),
        evaluate: async (run, ...args) =>
          (await tab.evaluate(`(${run.toString()})(...${JSON.stringify(args)})`)) as never,
        screenshot: async () => Buffer.from(await tab.screenshot({ captureBeyondViewport: false })),
        complaints: () => Promise.resolve(complaints),
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
