import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type BrowserName, startBrowser } from './driver/startBrowser.ts'
import { type Desktop, startDesktop } from './driver/startDesktop.ts'
import { journeys } from './journeys.ts'
import { Listener } from './Listener.ts'

/** Parameters of the page by its language. */
const languages = { english: {}, arabic: { language: 'ar' } }

describe.each<BrowserName>(['firefox', 'chromium'])('Orca in %s', (name) => {
  let desktop: Desktop | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    desktop = await startDesktop()
    browser = await startBrowser(name, desktop)
  })
  afterAll(async () => {
    await browser?.close()
    await desktop?.close()
  })

  it.each(Object.entries(languages))('reads the page in %s', async (language, query) => {
    if (!desktop || !browser) throw new Error('The browser did not start.')
    const [page = await browser.newPage()] = await browser.pages()
    await page.bringToFront()
    const listener = new Listener(page, desktop, inject('screenReaderAddress'), query)
    for (const [title, journey] of Object.entries(journeys)) {
      listener.begin(title)
      await listener.load()
      await journey(listener)
    }
    await expect(listener.script).toMatchFileSnapshot(`scripts/${language}.${name}.txt`)
  })
})
