import type { Page } from '@playwright/test'
import { anyRequest, type Orchard } from './support/Orchard.ts'
import { cutOff, expect, test } from './support/test.ts'

/** Waits until the page has nothing to do. Its stream of hints stays open, so that its network is never idle. */
const untilIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/**
 * Some browsers, such as Chrome 153, remember a module that failed until the page is reloaded. In them, this reloads the
 * page and opens the panel. Returns whether it did.
 */
const reloadIfRemembered = async (orchard: Orchard) => {
  const { page } = orchard
  let requests = 0
  await page.route('**/absent.js', (route) => {
    requests += 1
    return route.abort()
  })
  for (const _ of [1, 2]) await page.evaluate('import("/absent.js").catch(() => {})')
  if (requests > 1) return false
  await orchard.open()
  await orchard.bell.click()
  return true
}

const panelCode = /\/panelContent[^/]*\.js$/
const preferencesCode = /\/InboxPreferences[^/]*\.js$/

test('the panel’s code is loaded once, when the browser page is idle; that of the preferences when they open', async ({
  orchard,
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const loaded = (code: RegExp) => scripts.filter((url) => code.test(url)).length
  await orchard.open()
  await expect.poll(() => loaded(panelCode)).toBe(1)
  await orchard.openPanel()
  await page.keyboard.press('Escape')
  await orchard.openPanel()
  expect(loaded(panelCode)).toBe(1)
  expect(loaded(preferencesCode)).toBe(0)
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.preferencesView).toBeVisible()
  expect(loaded(preferencesCode)).toBe(1)
})

test('on a slow network the panel opens at once, preserves the focus, and renders when its code is loaded', async ({
  orchard,
  page,
}) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(panelCode, async (route) => {
    await held
    await route.continue()
  })
  await orchard.open()
  await orchard.bell.click()
  const title = orchard.panel.getByRole('heading', { name: 'Notifications' })
  await expect(title).toBeFocused()
  await expect(orchard.items).toHaveCount(0)
  const [panel, box] = [await orchard.panel.elementHandle(), await orchard.panel.boundingBox()]
  // The first picture is where it will be, below tabs and a heading that are still missing.
  const placeOf = async (selector: string) => (await orchard.panel.locator(selector).first().boundingBox())?.y
  const waiting = await placeOf('.tidings-skeleton-avatar')

  letGo()
  await expect(orchard.items.first()).toBeVisible()
  expect(await placeOf('.tidings-avatar')).toBe(waiting)
  expect(await orchard.panel.evaluate((element, before) => element === before, panel)).toBe(true)
  expect(await orchard.panel.boundingBox()).toEqual(box)
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(orchard.bell).toBeFocused()
})

test('the skeleton is invisible at first, so that it does not flash', async ({ orchard, page }) => {
  await page.route(anyRequest('getFeed'), () => {})
  await orchard.open()
  // Its first frame, and when it is visible.
  await page.evaluate(() => {
    const look = () => {
      const skeleton = document.querySelector('.tidings-skeleton')
      if (skeleton) document.documentElement.dataset['opacity'] = getComputedStyle(skeleton).opacity
      else requestAnimationFrame(look)
    }
    look()
  })
  await orchard.bell.click()
  await expect(page.locator('html')).toHaveAttribute('data-opacity', '0')
  await expect(orchard.panel.locator('.tidings-skeleton')).toHaveCSS('opacity', '1')
})

test('a panel whose code can’t be loaded shows an error, and "Try again" loads it', async ({ orchard, page }) => {
  orchard.expectedErrors.push(cutOff)
  await page.route(panelCode, (route) => route.abort())
  await orchard.open()
  // The browser page loads it when it is idle. Later, that would be the next try.
  await untilIdle(page)
  await orchard.bell.click()
  await expect(orchard.panel.getByText('Your notifications could not be loaded.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your notifications could not be loaded.' })).toBeAttached()

  await page.unroute(panelCode)
  if (!(await reloadIfRemembered(orchard))) await orchard.tryAgain.click()
  await expect(orchard.items.first()).toBeVisible()
  await expect(orchard.panel.getByRole('heading', { name: 'Notifications' })).toBeFocused()
})

test('a panel that was opened offline renders by itself when the browser is online', async ({
  orchard,
  page,
  context,
}) => {
  orchard.expectedErrors.push(/net::ERR_INTERNET_DISCONNECTED/, cutOff)
  // The browser page loads it when it is idle.
  await page.route(panelCode, (route) => route.abort())
  await orchard.open()
  await untilIdle(page)
  await context.setOffline(true)
  await page.unroute(panelCode)
  await orchard.bell.click()
  await expect(orchard.panel.getByText('Your notifications could not be loaded.')).toBeVisible()

  await context.setOffline(false)
  await reloadIfRemembered(orchard)
  await expect(orchard.items.first()).toBeVisible()
  await expect(orchard.panel.getByRole('heading', { name: 'Notifications' })).toBeFocused()
})

test.describe('while its code is loaded, the panel', () => {
  test.beforeEach(async ({ orchard, page }) => {
    await page.route(panelCode, () => new Promise(() => {}))
    await orchard.open()
    await orchard.bell.click()
    await expect(orchard.panel.getByRole('heading')).toBeFocused()
  })

  test('closes by Escape, the bell, and a press or focus outside', async ({ orchard, page }) => {
    await page.keyboard.press('Escape')
    await expect(orchard.panel).toHaveCount(0)
    await expect(orchard.bell).toBeFocused()

    await orchard.bell.click()
    await expect(orchard.panel.getByRole('heading')).toBeFocused()
    await orchard.bell.click()
    await expect(orchard.panel).toHaveCount(0)

    await orchard.bell.click()
    await page.mouse.click(5, 700)
    await expect(orchard.panel).toHaveCount(0)

    await orchard.bell.click()
    await page.getByLabel('Signed in as').focus()
    await expect(orchard.panel).toHaveCount(0)
  })

  test('is in the window, beside the bell', async ({ orchard, page }) => {
    const bell = await orchard.bell.boundingBox()
    const panel = await orchard.panel.boundingBox()
    const window = page.viewportSize()
    if (!bell || !panel || !window) throw new Error('Something is not visible.')
    expect(panel.y).toBeGreaterThanOrEqual(bell.y + bell.height)
    expect(panel.y + panel.height).toBeLessThanOrEqual(window.height)
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(window.width)
    expect(Math.abs(panel.x + panel.width - bell.x - bell.width)).toBeLessThanOrEqual(1)
  })

  test('fills a phone, where its button closes it', async ({ orchard, page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(async () => expect((await orchard.panel.boundingBox())?.width).toBe(390)).toPass()
    await orchard.panel.getByRole('button', { name: 'Close' }).click()
    await expect(orchard.panel).toHaveCount(0)
    await expect(orchard.bell).toBeFocused()
  })
})
