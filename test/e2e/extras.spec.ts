import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { createTestService, makeNotification, makeNotifications, type TestService } from '../../src/testing/index.ts'
import { buildPage } from './support/buildPage.ts'

const site = 'https://extras.example'
const iconFile =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#008000" d="M0 0h8v8H0z"/></svg>'
const html = `<!doctype html><title>Orders</title><link rel="icon" type="image/svg+xml" href="/icon.svg"><main></main><script type="module" src="/page.js"></script>`

let files: ReadonlyMap<string, string>

test.beforeAll(async () => {
  files = await buildPage('extrasPage', 'development')
})

/** Serves the page to all tabs of a browser, with one service. */
const serve = async (context: BrowserContext, service: TestService, images: string) => {
  await context.route(`${site}/**`, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/inbox/')) {
      const body = request.postData()
      const response = await service.fetch(request.url(), {
        method: request.method(),
        headers: request.headers(),
        ...(body !== null && { body }),
      })
      return route.fulfill({ status: response.status, contentType: 'application/json', body: await response.text() })
    }
    const script = files.get(pathname)
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
    if (pathname.endsWith('.svg')) return route.fulfill({ contentType: 'image/svg+xml', body: iconFile })
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': `default-src 'self'; img-src ${images}` },
      body: html,
    })
  })
}

/** The desktop notifications and sounds of a page. */
interface Signals {
  titles: string[]
  tones: number
  notices: Notification[]
}
const readSignals = (page: Page) =>
  page.evaluate(() => {
    const { titles, tones } = Reflect.get(window, 'signals') as Signals
    return { titles, tones }
  })

const open = async (context: BrowserContext, path = '/') => {
  const page = await context.newPage()
  const logged: string[] = []
  page.on('console', (message) => {
    if (!message.text().includes('React DevTools')) logged.push(message.text())
  })
  page.on('pageerror', (error) => logged.push(error.message))
  await page.addInitScript(() => {
    const signals: Signals = { titles: [], tones: 0, notices: [] }
    Object.defineProperty(window, 'signals', { value: signals })
    window.Notification = class extends Notification {
      // A headless browser has no permission to give.
      static override readonly permission = 'granted'
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        signals.titles.push(title)
        signals.notices.push(this)
      }
    }
    const { start } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (when) {
      signals.tones += 1
      start.call(this, when)
    }
  })
  await page.goto(site + path)
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  return { page, logged }
}

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

const iconAddress = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')
const arrive = (service: TestService, number: number) =>
  service.add(makeNotification(number, { createdAt: new Date().toISOString() }))

test('the title and the icon show the count, even if the page changes its title', async ({ context }) => {
  const service = createTestService({ notifications: makeNotifications(2) })
  await serve(context, service, "'self' data:")
  const { page, logged } = await open(context)
  await expect(page).toHaveTitle('(2) Orders')
  await expect.poll(() => iconAddress(page)).toMatch(/^data:image\/png/)
  await page.evaluate(() => {
    document.title = 'Invoices'
  })
  await expect(page).toHaveTitle('(2) Invoices')
  arrive(service, 9)
  await expect(page).toHaveTitle('(3) Invoices')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page).toHaveTitle('Invoices')
  await expect.poll(() => iconAddress(page)).toBe('/icon.svg')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('type', 'image/svg+xml')
  expect(logged).toEqual([])
})

test('under a policy that forbids images from a canvas, the icon stays, one message is logged, and a static icon works', async ({
  context,
}) => {
  const service = createTestService({ notifications: makeNotifications(2) })
  await serve(context, service, "'self'")
  const { page, logged } = await open(context)
  await expect.poll(() => logged.filter((text) => text.startsWith('tidings:'))).toHaveLength(1)
  arrive(service, 9)
  await expect(page).toHaveTitle('(3) Orders')
  expect(await iconAddress(page)).toBe('/icon.svg')
  // The policy reports one attempt. Later attempts are skipped.
  expect(logged).toHaveLength(2)

  const own = await open(context, '/?icon=/new.svg')
  await expect.poll(() => iconAddress(own.page)).toBe('/new.svg')
  expect(own.logged).toEqual([])
})

test('one tab shows an arrival on the desktop, and none while a tab is visible; a click opens it', async ({
  context,
}) => {
  const service = createTestService({ notifications: makeNotifications(2) })
  await serve(context, service, "'self' data:")
  const tabs = [await open(context), await open(context), await open(context)].map(({ page }) => page)
  const [first, second, third] = tabs as [Page, Page, Page]
  await expect(first.getByRole('button', { name: 'Desktop: granted' })).toBeVisible()
  await hide(first)
  await hide(second)
  arrive(service, 9)
  for (const tab of tabs) await expect(tab).toHaveTitle('(3) Orders')
  await hide(third)
  arrive(service, 10)
  for (const tab of tabs) await expect(tab).toHaveTitle('(4) Orders')
  const shown = async () => (await Promise.all(tabs.map(readSignals))).flatMap(({ titles }) => titles)
  await expect.poll(shown).toEqual(['Notification 10'])

  for (const tab of tabs)
    await tab.evaluate(() => {
      for (const notice of (Reflect.get(window, 'signals') as Signals).notices) notice.dispatchEvent(new Event('click'))
    })
  await expect.poll(() => tabs.map((tab) => new URL(tab.url()).pathname).toSorted()).toEqual(['/', '/', '/posts/10'])
  await expect.poll(() => service.notifications()[0]).toMatchObject({ _id: 'n10', read: true })
})

test('one tab plays a sound for an arrival, after its reader has interacted with it', async ({ context }) => {
  const service = createTestService({ notifications: makeNotifications(2) })
  await serve(context, service, "'self' data:")
  const tabs = [await open(context), await open(context)]
  arrive(service, 9)
  for (const { page } of tabs) await expect(page).toHaveTitle('(3) Orders')
  for (const { page } of tabs) await page.getByRole('main').click({ position: { x: 300, y: 5 }, force: true })
  arrive(service, 10)
  const tones = async () =>
    (await Promise.all(tabs.map(({ page }) => readSignals(page)))).reduce((sum, signals) => sum + signals.tones, 0)
  await expect.poll(tones).toBe(2)
  for (const { page, logged } of tabs) {
    await expect(page).toHaveTitle('(4) Orders')
    expect(logged).toEqual([])
  }
})

test('navigating to a page marks its notifications as read without a call by the app', async ({ context }) => {
  const service = createTestService({ notifications: makeNotifications(4) })
  await serve(context, service, "'self' data:")
  const { page } = await open(context, '/posts/1')
  const read = () => service.notifications().flatMap(({ _id, read: isRead }) => (isRead ? [_id] : []))
  await expect.poll(read).toEqual(['n1'])
  await page.evaluate(() => history.pushState(null, '', '/posts/3#top'))
  await expect.poll(read).toEqual(['n3', 'n1'])
  await page.goBack()
  await expect(page).toHaveURL(`${site}/posts/1`)
  await expect(page).toHaveTitle('(2) Orders')
})
