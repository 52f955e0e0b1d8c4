import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test as base } from '@playwright/test'

/** An unreachable origin: each request is served from a file of the built site. */
const origin = 'https://site.invalid'
const folder = path.resolve('.tidings/site')

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
      await context.route(`${origin}/**`, (route, request) => {
        const { pathname } = new URL(request.url())
        const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
        return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 })
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
  await page.goto(`${origin}/`)
  const hrefs = await page
    .locator('.VPSidebar a')
    .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => new URL(href).pathname))
  const listed = new Set(hrefs.map((href) => href.replace(/\/$/, '/index.html')))
  expect([...site.keys()].filter((name) => name !== '404.html' && !listed.has(`/${name}`))).toEqual([])
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
    for (const example of await examples.all())
      await expect(example.locator('.live-app :is(button, a)').first(), name).toBeVisible()
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
