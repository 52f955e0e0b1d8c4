import { chromium, type BrowserContext } from 'playwright'
import type { Engine, EnginePage } from './Engine.ts'
import { findProgram } from './findEngines.ts'

/** Chromium, through Playwright. */
export const startChromium = async (): Promise<Engine> => {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium'),
    args: ['--no-sandbox'],
    // Playwright disables the cache for "back".
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  return {
    version: `Chromium ${browser.version()}`,
    newPage: async () => openChromiumPage(await browser.newContext({ locale: 'en-GB' })),
    close: () => browser.close(),
  }
}

/** Opens a page in a context. Closing the page closes the context. */
export const openChromiumPage = async (context: BrowserContext): Promise<EnginePage> => {
  const tab = await context.newPage()
  const complaints: string[] = []
  tab.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  return {
    open: async (url, size) => {
      await tab.setViewportSize(size)
      await tab.goto(url)
    },
    hover: ({ x, y }) => tab.mouse.move(x, y),
    click: ({ x, y }) => tab.mouse.click(x, y),
    press: (key) => tab.keyboard.press(key),
    evaluate: async (run, ...args) => (await tab.evaluate(`(${run.toString()})(...${JSON.stringify(args)})`)) as never,
    screenshot: () => tab.screenshot(),
    complaints: () => Promise.resolve(complaints),
    close: () => context.close(),
  }
}
