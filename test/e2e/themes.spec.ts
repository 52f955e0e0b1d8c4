import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { build, preprocessCSS, resolveConfig } from 'vite'

const sheets = ['styles', 'themes/paper'] as const
const backgrounds = {
  styles: { light: 'rgb(255, 255, 255)', dark: 'rgb(27, 28, 33)' },
  'themes/paper': { light: 'rgb(253, 250, 244)', dark: 'rgb(33, 30, 26)' },
}

/** The published style sheets, and the output of Vite for an app with default settings. */
const written = async () => {
  const config = await resolveConfig({ configFile: false, logLevel: 'warn' }, 'build')
  const files = sheets.map((sheet) => `${process.cwd()}/src/styles/${sheet}.css`)
  const parts = await Promise.all(files.map(async (file) => preprocessCSS(await readFile(file, 'utf8'), file, config)))
  return parts.map(({ code }) => code)
}
/** Builds style sheets as Vite does with default settings: for browsers older than those that tidings supports. */
const buildSheets = async (input: Record<string, string>) => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, cssCodeSplit: true, rolldownOptions: { input, output: { assetFileNames: '[name].css' } } },
  })
  if (!('output' in built)) throw new Error('Vite returned a watcher instead of a build.')
  return Object.keys(input).map((name) => {
    const sheet = built.output.find(({ fileName }) => fileName.endsWith(`${name}.css`))
    if (sheet?.type !== 'asset') throw new Error(`Vite built no ${name}.css.`)
    return String(sheet.source)
  })
}
const rewritten = () => buildSheets({ styles: 'src/styles/styles.css', paper: 'src/styles/themes/paper.css' })

/** The page's own rules, after its build. */
const compiled = async (css: string, isBuilt: boolean): Promise<string> => {
  if (!isBuilt) return css
  const file = test.info().outputPath('page.css')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, css)
  const [sheet = ''] = await buildSheets({ page: file })
  return sheet
}

const inbox = '<div class="tidings"><div class="tidings-panel" popover="manual">Inbox</div></div>'
const around = (theme: string, inner: string) => `<div data-tidings-theme="${theme}">${inner}</div>`

/** Declared color schemes of a page, and the resulting scheme of the inbox; undefined: the system's. */
const pages: Record<string, { css?: string; markup?: string; scheme: 'light' | 'dark' | undefined }> = {
  'a page without a color-scheme is light': { scheme: 'light' },
  'a page of both follows the system': { css: ':root { color-scheme: light dark }', scheme: undefined },
  'a page with the meta element follows the system': {
    markup: `<meta name="color-scheme" content="light dark">${inbox}`,
    scheme: undefined,
  },
  'a dark page is dark': { css: ':root { color-scheme: dark }', scheme: 'dark' },
  'a dark part of a light page is dark': { markup: `<div style="color-scheme: dark">${inbox}</div>`, scheme: 'dark' },
  'theme="dark" decides': { markup: around('dark', inbox), scheme: 'dark' },
  'theme="light" decides': { css: ':root { color-scheme: dark }', markup: around('light', inbox), scheme: 'light' },
  'the nearest theme applies': { markup: around('dark', around('light', inbox)), scheme: 'light' },
  'theme="system" follows the system': {
    css: ':root { color-scheme: dark }',
    markup: around('light', around('system', inbox)),
    scheme: undefined,
  },
}

const openPanels = (page: Page) =>
  page.locator('.tidings-panel').evaluateAll((panels: HTMLElement[]) => panels.forEach((panel) => panel.showPopover()))

const variants = [
  { name: 'written', make: written, options: {} },
  { name: 'rewritten', make: rewritten, options: { tag: '@slow' } },
]

for (const { name, make, options } of variants)
  test(`the panel has the colors of the page, of the system, or of a theme: ${name}`, options, async ({ page }) => {
    const [base = '', paper = ''] = await make()
    for (const sheet of sheets)
      for (const system of ['light', 'dark'] as const)
        for (const [what, { css = '', markup = inbox, scheme = system }] of Object.entries(pages)) {
          await page.emulateMedia({ colorScheme: system })
          // Chromium applies a <meta> for the lifetime of its document.
          await page.goto('about:blank')
          await page.setContent(
            `<style>${base}</style><style>${sheet === 'styles' ? '' : paper}</style><style>${css}</style>${markup}`,
          )
          await openPanels(page)
          await expect(page.locator('.tidings-panel'), `${sheet}, ${system} system: ${what}`).toHaveCSS(
            'background-color',
            backgrounds[sheet][scheme],
          )
        }
    // The page's own variables override every theme.
    const own = '<style>:root { --tidings-background: rgb(1, 2, 3) }</style>'
    await page.setContent(`<style>${base}</style><style>${paper}</style>${own}${around('dark', inbox)}`)
    await openPanels(page)
    await expect(page.locator('.tidings-panel')).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  })

/** The recipes of docs/theming.md, and how each switches the page. */
const switches: Record<string, { css: string; turn: (dark: boolean) => void }> = {
  'a class': {
    css: ':root { color-scheme: light } .dark { color-scheme: dark }',
    turn: (dark) => void document.documentElement.classList.toggle('dark', dark),
  },
  'an attribute': {
    css: "[data-theme='light'] { color-scheme: light } [data-theme='dark'] { color-scheme: dark }",
    turn: (dark) => void (document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'),
  },
  'next-themes': {
    css: '',
    turn: (dark) => {
      document.documentElement.className = dark ? 'dark' : 'light'
      document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
    },
  },
}

for (const { name, make, options } of variants)
  test(`an open panel follows the theme switch of its page, without a reload: ${name}`, options, async ({ page }) => {
    const [base = ''] = await make()
    for (const [what, { css, turn }] of Object.entries(switches)) {
      const accent =
        '@supports (color: light-dark(#fff, #000)) { :root { --tidings-accent: light-dark(rgb(11 110 79), rgb(95 211 168)) } }'
      const badge = '<span class="tidings-badge">3</span>'
      await page.setContent(
        `<style>${base}${await compiled(css + accent, name === 'rewritten')}</style>${inbox}${badge}`,
      )
      await openPanels(page)
      for (const scheme of ['light', 'dark', 'light'] as const) {
        await page.evaluate(turn, scheme === 'dark')
        await expect(page.locator('.tidings-panel'), what).toHaveCSS('background-color', backgrounds.styles[scheme])
        await expect(page.locator('.tidings-badge'), what).toHaveCSS(
          'background-color',
          scheme === 'dark' ? 'rgb(95, 211, 168)' : 'rgb(11, 110, 79)',
        )
      }
    }
  })

test('all rows of an inbox page are printed, and no panel is printed over the page', async ({ page }) => {
  const [base = ''] = await written()
  const list =
    '<div class="tidings-feed"><div class="tidings-feed-content"><div style="height: 5000px">Rows</div></div></div>'
  await page.setContent(
    `<style>${base}</style><div class="tidings" data-layout="page" style="block-size: 600px"><section class="tidings-page">${list}</section></div>` +
      `<div class="tidings"><div class="tidings-panel" data-layout="popover" popover="manual">${list}</div></div>`,
  )
  await page.locator('.tidings-panel').evaluate((panel: HTMLElement) => panel.showPopover())
  const heights = () =>
    page.locator('.tidings-feed').evaluateAll((feeds) => feeds.map(({ clientHeight }) => clientHeight))
  expect(Math.max(...(await heights()))).toBeLessThan(800)
  await page.emulateMedia({ media: 'print' })
  expect(await heights()).toEqual([5000, 0])
  await expect(page.locator('.tidings-panel')).toBeHidden()
  await expect(page.locator('.tidings-page')).toHaveCSS('overflow-y', 'visible')
  expect((await page.locator('.tidings-page').boundingBox())?.height).toBeGreaterThanOrEqual(5000)
})

test('texts and lines are stronger for readers who prefer more contrast', async ({ page }) => {
  const [base = ''] = await written()
  await page.setContent(
    `<style>${base}</style><div class="tidings-feed"><div class="tidings-group"><h3 class="tidings-group-label">Today</h3></div></div>`,
  )
  const lightness = () =>
    page
      .locator('.tidings-group')
      .evaluate((group) =>
        [getComputedStyle(group).borderBottomColor, getComputedStyle(group.children[0] ?? group).color].map((color) =>
          Number(/oklab\(([\d.]+)/.exec(color)?.[1]),
        ),
      )
  const [line = 0, text = 0] = await lightness()
  await page.emulateMedia({ contrast: 'more' })
  const [strongLine = 1, strongText = 1] = await lightness()
  expect(strongLine).toBeLessThan(line - 0.2)
  expect(strongText).toBeLessThan(text - 0.05)
})
