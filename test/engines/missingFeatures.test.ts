import { chromium, type Browser, type BrowserContext } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findProgram } from './driver/findEngines.ts'
import { openChromiumPage } from './driver/startChromium.ts'
import { Reader } from './Reader.ts'

/** How to remove a feature of newer browsers from a page. */
interface Lack {
  /** Runs before the scripts of the page. It can't use its closure. */
  script?: () => void
  /** Changes the style sheets as a browser without the feature would interpret them. */
  css?: (sheet: string) => string
}

const lacks = {
  'the popover attribute': {
    script: () => {
      for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
        Reflect.deleteProperty(HTMLElement.prototype, name)
    },
  },
  '@starting-style': { css: (sheet) => sheet.replaceAll('@starting-style', '@unknown-style') },
  'anchor positioning': {
    script: () => {
      const supports = CSS.supports.bind(CSS)
      CSS.supports = (...query: string[]) =>
        !query.some((text) => text.includes('anchor')) && supports(...(query as [string]))
    },
  },
  'light-dark()': { css: (sheet) => sheet.replaceAll('light-dark(', 'unknown-color(') },
  'Web Locks': { script: () => Reflect.deleteProperty(Navigator.prototype, 'locks') },
  BroadcastChannel: { script: () => Reflect.deleteProperty(globalThis, 'BroadcastChannel') },
  'toSorted and the rest of ES2023': {
    script: () => {
      const added = ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']
      for (const { prototype } of [Array, Object.getPrototypeOf(Uint8Array) as typeof Array])
        for (const name of added) Reflect.deleteProperty(prototype, name)
    },
  },
} satisfies Record<string, Lack>

/** Opens a context whose pages lack features. */
const openWithout = async (browser: Browser, missing: readonly Lack[]): Promise<BrowserContext> => {
  const context = await browser.newContext()
  for (const { script } of missing) if (script) await context.addInitScript(script)
  await context.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    const body = missing.reduce((sheet, { css }) => css?.(sheet) ?? sheet, await response.text())
    await route.fulfill({ response, body })
  })
  return context
}

describe('a browser without', () => {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findProgram('chromium'), args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  const light = Object.entries(lacks).map(([name, lack]) => [name, [lack], 'light'] as const)
  const cases = [
    ...light,
    ['light-dark()', [lacks['light-dark()']], 'dark'],
    ['any of these', Object.values(lacks), 'dark'],
  ] as const
  for (const [name, missing, scheme] of cases)
    it(`${name} shows the panel, ${scheme}, and marks`, async () => {
      if (!browser) throw new Error('Chromium did not start.')
      const context = await openWithout(browser, missing)
      const page = await openChromiumPage(context)
      const reader = new Reader(page, inject('address'), `without-${name}-${scheme}`)
      try {
        const subscriber = await reader.subscribe(40)
        await reader.open(`/?subscriber=${subscriber}&scheme=${scheme}`)
        const bell = await reader.see('.tidings-bell')
        await reader.click('.tidings-bell')
        const panel = await reader.see('.tidings-panel')
        expect(panel.top - bell.bottom).toBeCloseTo(8, 0)
        expect(panel.right).toBeCloseTo(bell.right, 0)
        expect(panel.bottom).toBeLessThanOrEqual(reader.size.height)
        expect(panel.background[3]).toBe(1)
        // Without light-dark(), the colors are light on any page.
        const isLight = scheme === 'light' || missing.includes(lacks['light-dark()'])
        expect((panel.background[0] ?? 0) > 128).toBe(isLight)
        expect((await reader.see('.tidings-item-title')).contrast).toBeGreaterThan(4.5)
        expect((await reader.see(['.tidings-button', 'Accept'])).contrast).toBeGreaterThan(4.5)
        await reader.seePainted('.tidings-panel')
        await reader.click('.tidings-mark-all')
        const isMarked = async () => (await reader.stored(subscriber)).every(({ read }) => read)
        await reader.until(isMarked, 'the marks in the service')
        await reader.click(['.tidings-notice button', 'Undo'])
        await reader.until(async () => !(await isMarked()), 'the reverted marks')
        await reader.click(['button', 'Preferences'])
        await reader.click(['button', 'Edit'])
        await reader.click('.tidings-schedule [role="switch"]')
        await reader.see('.tidings-schedule-day')
        await reader.click('.tidings-back')
        await reader.see('.tidings-item-row')
        await reader.press('End')
        expect(await reader.complaints()).toEqual([])
      } finally {
        await context.close()
      }
    })
})
