import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type BrowserName, startBrowser } from './driver/startBrowser.ts'
import { type Desktop, startDesktop } from './driver/startDesktop.ts'
import { journeys } from './journeys.ts'
import { Listener } from './Listener.ts'

/**
 * How often a journey is tried until Orca says its words. The events of a page reach Orca in an order that varies, and
 * it drops those of elements that are gone by then. Words that have really changed differ each time.
 */
const attempts = 3

/** The journeys of a script, as text. */
const journeysOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split(/\n(?=.+\n=+\n)/) : []

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
    const file = fileURLToPath(new URL(`scripts/${language}.${name}.txt`, import.meta.url))
    const expected = journeysOf(file)
    const heard: string[] = []
    for (const [title, journey] of Object.entries(journeys)) {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        listener.begin(title)
        await listener.load()
        await journey(listener)
        if (expected.includes(listener.script)) break
        process.stdout.write(`Attempt ${attempt} of ${attempts} had other words:\n${listener.script}\n`)
      }
      heard.push(listener.script)
    }
    await expect(heard.join('\n')).toMatchFileSnapshot(file)
  })
})
