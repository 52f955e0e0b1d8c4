import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { installChromium } from './setup/installChromium.ts'

/** The folder of the README's images. */
const imageFolder = 'docs/images'

/** The time in every screenshot, so that relative times such as "12 min. ago" don't change. */
const now = new Date('2026-03-10T10:30:00+01:00')

/** An unreachable origin: each request is served from a file of the built Storybook. */
const origin = 'https://storybook.invalid'

interface Picture {
  /** File name without theme and extension. */
  name: string
  /** Id of the story, and arguments to override. */
  story: string
  args?: string
  /** Selector of an element that appears when the story has played. */
  shows: string
}

const views: Picture[] = [
  { name: 'inbox', story: 'inbox-bell-and-panel--open', args: 'seenWhen:never', shows: '[role=article]' },
  {
    name: 'preferences',
    story: 'inbox-bell-and-panel--preferences-open',
    args: 'seenWhen:never',
    shows: '[role=switch]',
  },
]

const buildStorybook = (folder: string) => {
  const command = ['storybook', 'build', '--quiet', '--output-dir', folder]
  const { status } = spawnSync('npx', command, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('Storybook could not be built: see `npm run build-storybook`.')
}

/** Screenshots are part of the package, and WebP is a third of PNG's size. Chromium encodes them. */
const toWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.8)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

const take = async (
  browser: Browser,
  folder: string,
  { name, story, args = '', shows }: Picture,
  colorScheme: 'light' | 'dark',
) => {
  const context = await browser.newContext({
    viewport: { width: 520, height: 736 },
    // Twice the 400 pixels that the README gives them.
    deviceScaleFactor: 1.5,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  await context.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(folder, decodeURIComponent(pathname)) })
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await page.goto(`${origin}/iframe.html?id=${story}&viewMode=story&args=${args}`)
  await page.locator(shows).first().waitFor()
  await page.waitForFunction(
    () => [...document.images].every(({ complete }) => complete) && document.fonts.status === 'loaded',
  )
  // Remove the focus, which belongs to the story and not to the screenshot.
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await writeFile(join(imageFolder, `${name}-${colorScheme}.webp`), await toWebp(page, png))
  await context.close()
}

const folder = await mkdtemp(join(tmpdir(), 'tidings-screenshots-'))
try {
  buildStorybook(folder)
  await mkdir(imageFolder, { recursive: true })
  const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })
  for (const view of views) for (const scheme of ['light', 'dark'] as const) await take(browser, folder, view, scheme)
  await browser.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
