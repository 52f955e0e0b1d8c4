import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, type Page, type Request, test as base } from '@playwright/test'
import type { AxeResults } from 'axe-core'

/** An unreachable origin: each request is served from a file of the built site. */
const origin = 'https://site.invalid'
const folder = path.resolve('.tidings/site')

/** The file that a server sends for an address. */
const fileOf = (address: string) => {
  const url = new URL(address)
  const file = path.join(folder, url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname)
  return url.origin === origin && existsSync(file) ? file : undefined
}

const test = base.extend<{ errors: string[] }, { site: Map<string, string> }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, provide) => {
      // It fails for a link to a page that does not exist.
      const { status, stdout, stderr } = spawnSync('npx', ['vitepress', 'build', 'site'], {
        encoding: 'utf8',
        shell: process.platform === 'win32',
      })
      if (status !== 0) throw new Error(`The site could not be built:\n${stdout}\n${stderr}`)
      const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
      await provide(
        new Map(pages.map((page) => [page.replaceAll('\\', '/'), readFileSync(path.join(folder, page), 'utf8')])),
      )
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  errors: [
    async ({ context, page, site: _site }, provide) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) errors.push(message.text())
      })
      await context.route('**/*', (route, request) => {
        const file = fileOf(request.url())
        if (file !== undefined) return route.fulfill({ path: file })
        errors.push(`${request.url()} is not in the site.`)
        return route.abort()
      })
      await provide(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

const found = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => decodeURI(value))

test('every link of the site leads to a page, and to a heading of it', { tag: '@slow' }, ({ site }) => {
  const anchors = new Map([...site].map(([page, html]) => [page, new Set(found(html, /\sid="([^"]+)"/g))]))
  const broken = [...site].flatMap(([page, html]) =>
    found(html, /<a[^>]*\shref="([^"]+)"/g)
      .filter((href) => !/^(https?|mailto):|^\/storybook\//.test(href))
      .filter((href) => {
        const { pathname, hash } = new URL(href, `${origin}/${page}`)
        const target = decodeURI(pathname)
          .slice(1)
          .replace(/(^|\/)$/, '$1index.html')
        const ids = anchors.get(target)
        return !ids || (hash !== '' && !ids.has(decodeURIComponent(hash.slice(1))))
      })
      .map((href) => `${page}: ${href}`),
  )
  expect(broken).toEqual([])
  expect(site.size).toBeGreaterThan(50)
})

test('every page is in the sidebar', { tag: '@slow' }, async ({ page, site }) => {
  await page.goto(`${origin}/get-started.html`)
  const hrefs = await page
    .locator('.VPSidebar a')
    .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => new URL(href).pathname))
  const listed = new Set(hrefs.map((href) => href.replace(/\/$/, '/index.html')))
  expect([...site.keys()].filter((name) => !listed.has(`/${name}`)).toSorted()).toEqual([
    '404.html',
    // In the frames of the start page.
    'demo/index.html',
  ])
})

test('coding agents find each page as text', { tag: '@slow' }, ({ site }) => {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const listed = [...read('llms.txt').matchAll(/\]\(\/(\S+\.md)\)/g)].map(([, name = '']) => name)
  expect(listed).toContain('agents.md')
  for (const name of listed) {
    expect(site.has(name.replace(/md$/, 'html'))).toBe(true)
    expect(read(name)).toMatch(/^# /)
  }
  expect(read('llms-full.txt')).toContain('Source: /inbox.md\n')
})

test('an example shows a notification that arrives, and marks it as read', { tag: '@slow' }, async ({ page }) => {
  await page.goto(`${origin}/recipes/own-rows.html`)
  const example = page.locator('.live-example').first()
  await expect(example.getByRole('button', { name: 'Notifications, 3 new' })).toBeVisible()
  await example.getByRole('button', { name: 'Send a notification' }).click()
  await example.getByRole('button', { name: 'Notifications, 4 new' }).click()
  const panel = example.getByRole('dialog')
  const arrived = panel.getByRole('article').first()
  await expect(arrived).toContainText('Ines Duarte on Launch plan')
  await arrived.hover()
  await arrived.getByRole('button', { name: 'Mark as read' }).click()
  await expect(arrived.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/recipes/own-rows.html')
})

test('every example runs', { tag: '@slow' }, async ({ page, site }) => {
  test.slow()
  const pages = [...site].filter(([, html]) => html.includes('class="live-example')).map(([name]) => name)
  expect(pages.length).toBeGreaterThan(4)
  for (const name of pages) {
    await page.goto(`${origin}/${name}`)
    const examples = page.locator('.live-example')
    for (const example of await examples.all()) {
      await example.scrollIntoViewIfNeeded()
      await expect(example.locator(':is(.live-app, .demo-app) :is(button, a)').first(), name).toBeVisible()
    }
  }
})

test('the search finds a page', { tag: '@slow' }, async ({ page }) => {
  await page.goto(`${origin}/`)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('useMarkReadOnVisit')
  await page.locator('#localsearch-list').getByRole('option').first().click()
  await expect(page.getByRole('main')).toContainText('useMarkReadOnVisit')
})

test('an inbox has the color scheme of the site', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${origin}/recipes/page.html`)
  const inbox = page.locator('.live-example').first().locator('.tidings-page')
  await expect(inbox).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.getByRole('switch', { name: 'Appearance' }).first().click()
  await expect(inbox).toHaveCSS('background-color', 'rgb(27, 28, 33)')
})

/** Bytes of a page before its examples run: HTML, scripts, style sheets and the images in view. */
const limit = 100_000

/** The size of a file as servers send it. */
const sizes = new Map<string, number>()
const sizeOf = (file: string) => {
  const size =
    sizes.get(file) ?? (/\.(webp|png|woff2)$/.test(file) ? readFileSync(file) : gzipSync(readFileSync(file))).length
  sizes.set(file, size)
  return size
}

test('no page has more than 100 kB before its examples run', { tag: '@slow' }, async ({ page, site }) => {
  test.slow()
  await page.addInitScript(() => {
    // Examples start when they come into view.
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      override observe() {}
    }
  })
  const heavy: string[] = []
  for (const name of site.keys()) {
    const files = new Set<string>()
    const count = (request: Request) => {
      const file = request.frame() === page.mainFrame() ? fileOf(request.url()) : undefined
      if (file !== undefined) files.add(file)
    }
    page.on('request', count)
    await page.goto(`${origin}/${name}`, { waitUntil: 'networkidle' })
    page.off('request', count)
    const later = await page
      .locator('img')
      .evaluateAll((images: HTMLImageElement[]) =>
        images
          .filter((image) => image.getBoundingClientRect().top > innerHeight)
          .map(({ src }) => new URL(src).pathname.slice(1)),
      )
    const sent = [...files].filter((file) => !later.includes(path.relative(folder, file).replaceAll('\\', '/')))
    const bytes = sent.reduce((sum, file) => sum + sizeOf(file), 0)
    // A page without scripts would have less.
    expect(sent.length, name).toBeGreaterThan(4)
    if (bytes > limit) heavy.push(`${name}: ${bytes}`)
  }
  expect(heavy).toEqual([])
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const violationsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  const run = async (options: string) => {
    // Colors fade.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
    })
    return page.evaluate<AxeResults>(`axe.run(${options})`)
  }
  const light = await run('{ resultTypes: ["violations"], iframes: false }')
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await run('{ runOnly: ["color-contrast", "link-in-text-block"], iframes: false }')
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

declare global {
  /** How much the texts of a page have moved: https://web.dev/articles/cls. */
  var layoutShift: number
}

for (const width of [1200, 390])
  test(
    `nothing moves on a page of ${width} pixels, and axe finds nothing`,
    { tag: '@slow' },
    async ({ page, site }) => {
      test.setTimeout(1_200_000)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.addInitScript(() => {
        globalThis.layoutShift = 0
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput } of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!hadRecentInput) globalThis.layoutShift += value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const problems: string[] = []
      for (const name of site.keys()) {
        // VitePress makes this page, and we none of it.
        if (name === '404.html') continue
        await page.goto(`${origin}/${name}`)
        // Vue has taken over.
        await page.locator('html.mounted').waitFor({ state: 'attached' })
        for (const example of await page.locator('.live-example').all()) {
          await example.scrollIntoViewIfNeeded()
          await expect(example.locator(':is(.live-app, .demo-app) :is(button, a)').first(), name).toBeVisible()
        }
        const moved = await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.layoutShift)))
            }),
        )
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        if (moved > 0.02) problems.push(`${name}: moves by ${moved.toFixed(3)}`)
        if (scrollWidth > width) problems.push(`${name}: is ${scrollWidth} pixels wide`)
        problems.push(...(await violationsOf(page)).map((violation) => `${name}: ${violation}`))
      }
      expect(problems).toEqual([])
    },
  )

test(
  'the start page shows an inbox, which its buttons fill and its theme editor changes',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto(`${origin}/`)
    const app = page.frameLocator('iframe').first()
    const panel = app.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByRole('article')).toHaveCount(7)
    // An open panel takes the focus, but not from the page around it.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

    await page.getByRole('button', { name: 'Send an invoice' }).click()
    await expect(panel.getByRole('article').first()).toContainText('Invoice 2041 is ready')

    const phone = page.frameLocator('.start-phone')
    await page.locator('.start-phone').scrollIntoViewIfNeeded()
    await expect(phone.getByRole('dialog')).toHaveJSProperty('offsetWidth', 390)
    await page.getByRole('radio', { name: 'Green' }).check()
    await page.getByRole('radio', { name: 'compact' }).check()
    await page.getByRole('radio', { name: 'light', exact: true }).check()
    const root = phone.locator('html')
    await expect(root).toHaveCSS('--tidings-accent', 'light-dark(#0b6e4f, #5fd3a8)')
    await expect(root).toHaveCSS('color-scheme', 'light')
    await expect(root).toHaveAttribute('data-tidings-density', 'compact')
    await expect(page.getByRole('region', { name: 'Lines to copy' })).toContainText(
      '<Inbox … density="compact" theme="light" />',
    )
  },
)
