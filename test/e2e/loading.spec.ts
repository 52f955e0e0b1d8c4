import type { Page } from '@playwright/test'
import { cutOff, expect, test } from './support/test.ts'

/** Waits until the page has nothing to do. Its stream of hints stays open, so that its network is never idle. */
const untilIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

const panelCode = /\/InboxPanel[^/]*\.js$/
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
  await expect(orchard.panel).toBeFocused()
  await expect(orchard.panel.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(orchard.items).toHaveCount(0)

  letGo()
  await expect(orchard.items.first()).toBeVisible()
  await expect(orchard.panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(orchard.bell).toBeFocused()
})

test('a panel whose code can’t be loaded shows an error, and "Try again" loads it', async ({ orchard, page }) => {
  orchard.expectedErrors.push(cutOff)
  await page.route(panelCode, (route) => route.abort())
  await orchard.open()
  await orchard.bell.click()
  await expect(orchard.panel.getByText('Your notifications could not be loaded.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your notifications could not be loaded.' })).toBeAttached()

  await page.unroute(panelCode)
  await orchard.tryAgain.click()
  await expect(orchard.items.first()).toBeVisible()
  await expect(orchard.panel).toBeFocused()
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
  await expect(orchard.items.first()).toBeVisible()
  await expect(orchard.panel).toBeFocused()
})
