import { findProblems } from './support/findProblems.ts'
import { expect, test } from './support/test.ts'

test('axe finds no violation', async ({ orchard, page }) => {
  await orchard.open('/posts/launch-checklist')
  await orchard.happen('comment', 'mention', 'invitation', 'invoice', 'security', 'digest')
  await expect(page.getByRole('heading', { name: 'Notifications about this page' })).toBeVisible()
  expect(await findProblems(page)).toEqual([])

  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
  expect(await findProblems(page)).toEqual([])

  await orchard.markAll.click()
  await orchard.tab('Unread').click()
  await expect(orchard.panel.getByText("You're all caught up")).toBeVisible()
  expect(await findProblems(page)).toEqual([])

  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.preferencesView).toBeVisible()
  expect(await findProblems(page)).toEqual([])

  await orchard.open('/sent')
  await page.getByText('The mail as it arrived').first().click()
  expect(await findProblems(page)).toEqual([])

  await orchard.signIn('Signed out')
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  expect(await findProblems(page)).toEqual([])
})

test('nothing is wider than a screen of 320 pixels', async ({ orchard, page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('html, [role="dialog"], [role="feed"]')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    )
  await orchard.open('/posts/launch-checklist')
  await orchard.happen('invitation')
  await expect(page.getByRole('heading', { name: 'Notifications about this page' })).toBeVisible()
  expect(await overflow()).toEqual([0])

  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
  expect(await overflow()).toEqual([0, 0, 0])
  // The panel fills such a screen, and has a button to close it.
  expect(await orchard.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 })

  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.preferencesView).toBeVisible()
  expect(await overflow()).toEqual([0, 0])

  await orchard.panel.getByRole('button', { name: 'Close' }).click()
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()
})

test.describe('with texts of twice their size', () => {
  // A policy of the demo forbids the style.
  test.use({ bypassCSP: true })
  test('nothing of the panel is wider than a screen of 390 pixels', async ({ orchard, page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await orchard.open()
    await page.addStyleTag({ content: ':root { font-size: 200% }' })
    await orchard.openPanel()
    await expect(orchard.items.first()).toBeVisible()
    const widest = () =>
      orchard.panel
        .locator('*')
        .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().right)))
    expect(await widest()).toBeLessThanOrEqual(390)
    await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
    await expect(orchard.preferencesView).toBeVisible()
    expect(await widest()).toBeLessThanOrEqual(390)
  })
})

test.describe('an English page in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('has one language, and states it', async ({ orchard, page }) => {
    await orchard.open()
    await orchard.happen('comment')
    await orchard.openPanel()
    const group = orchard.panel.getByRole('button', { name: 'Mark Today as read' })
    await expect(group).toBeAttached()
    const root = page.locator('.tidings').filter({ has: orchard.panel })
    await expect(root).toHaveAttribute('lang', 'en')
    await expect(root).toHaveAttribute('dir', 'ltr')
    expect(await orchard.items.first().getAttribute('aria-label')).toMatch(/ago|now/)
    await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
    await orchard.panel.getByRole('button', { name: 'Edit' }).click()
    await expect(orchard.panel.getByRole('combobox', { name: 'Monday, to' }).first()).toBeVisible()
    await expect(orchard.panel.getByText(/Heute|Montag|vor /)).toHaveCount(0)
  })
})
