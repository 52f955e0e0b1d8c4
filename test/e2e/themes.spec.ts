import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { build, preprocessCSS, resolveConfig } from 'vite'

const sheets = ['styles', 'themes/paper'] as const
const backgrounds = {
  styles: { light: 'rgb(255, 255, 255)', dark: 'rgb(24, 25, 29)' },
  'themes/paper': { light: 'rgb(253, 250, 244)', dark: 'rgb(33, 30, 26)' },
}

/** The sheets as they are published, and as Vite builds them for a customer who has set nothing. */
const written = async () => {
  const config = await resolveConfig({ configFile: false, logLevel: 'warn' }, 'build')
  const files = sheets.map((sheet) => `${process.cwd()}/src/styles/${sheet}.css`)
  const parts = await Promise.all(files.map(async (file) => preprocessCSS(await readFile(file, 'utf8'), file, config)))
  return parts.map(({ code }) => code)
}
const rewritten = async () => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      cssCodeSplit: true,
      rolldownOptions: {
        input: Object.fromEntries(sheets.map((sheet) => [sheet, `src/styles/${sheet}.css`])),
        output: { assetFileNames: '[name].css' },
      },
    },
  })
  if (!('output' in built)) throw new Error('Vite watches the sheets instead of building them.')
  return ['styles.css', 'paper.css'].map((name) => {
    const sheet = built.output.find(({ fileName }) => fileName.endsWith(name))
    if (sheet?.type !== 'asset') throw new Error(`Vite has built no ${name}.`)
    return String(sheet.source)
  })
}

for (const [name, make] of Object.entries({ written, rewritten }))
  test(`a theme is chosen by the system, or by the nearest attribute: ${name} light-dark()`, async ({ page }) => {
    const [base = '', paper = ''] = await make()
    expect(base.includes('light-dark(')).toBe(name === 'written')
    const around = (theme: string, inner: string) => `<div data-tidings-theme="${theme}">${inner}</div>`
    const inbox = '<div class="tidings"><div class="tidings-page">Inbox</div></div>'
    const cases = [
      [inbox, undefined],
      [around('dark', inbox), 'dark'],
      [around('light', inbox), 'light'],
      [around('dark', around('light', inbox)), 'light'],
    ] as const
    for (const sheet of sheets)
      for (const system of ['light', 'dark'] as const)
        for (const [markup, chosen] of cases) {
          await page.emulateMedia({ colorScheme: system })
          await page.setContent(`<style>${base}</style><style>${sheet === 'styles' ? '' : paper}</style>${markup}`)
          const expected = backgrounds[sheet][chosen ?? system]
          await expect(page.locator('.tidings-page')).toHaveCSS('background-color', expected)
        }
    // What the page says itself wins, whatever theme is chosen.
    const own = '<style>:root { --tidings-background: rgb(1, 2, 3) }</style>'
    await page.setContent(`<style>${base}</style><style>${paper}</style>${own}${around('dark', inbox)}`)
    await expect(page.locator('.tidings-page')).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  })

test('all of a list is printed, of a page and of a panel', async ({ page }) => {
  const [base = ''] = await written()
  const list = '<div class="tidings-feed"><div class="tidings-feed-content"><div style="height: 5000px">Rows</div></div></div>'
  await page.setContent(
    `<style>${base}</style><div class="tidings" data-layout="page" style="block-size: 600px"><section class="tidings-page">${list}</section></div>` +
      `<div class="tidings"><div class="tidings-panel" data-layout="popover" popover="manual">${list}</div></div>`,
  )
  await page.locator('.tidings-panel').evaluate((panel: HTMLElement) => panel.showPopover())
  const heights = () => page.locator('.tidings-feed').evaluateAll((feeds) => feeds.map(({ clientHeight }) => clientHeight))
  expect(Math.max(...(await heights()))).toBeLessThan(800)
  await page.emulateMedia({ media: 'print' })
  expect(await heights()).toEqual([5000, 5000])
  for (const part of ['.tidings-page', '.tidings-panel']) {
    await expect(page.locator(part)).toHaveCSS('overflow-y', 'visible')
    expect((await page.locator(part).boundingBox())?.height).toBeGreaterThanOrEqual(5000)
  }
})
