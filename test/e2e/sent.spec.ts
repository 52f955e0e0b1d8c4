import { expect, test } from './support/test.ts'

test('each event is followed by its mail, or by the reason why not, without a reload', async ({ orchard, page }) => {
  await orchard.open()
  await page.getByRole('navigation').getByRole('link', { name: 'Sent' }).click()
  await expect(page.getByRole('heading', { name: 'Sent', level: 1 })).toBeFocused()
  const newest = page.getByRole('main').getByRole('listitem').first()

  // Critical: neither the preferences nor the delivery hours hold it back.
  await page.getByRole('button', { name: /^A new device signs in/ }).click()
  await expect(newest).toContainText('New sign-in from')
  await expect(newest).toContainText('Sent. To maya@orchard.example')
  const arrived = newest.getByText('The mail as it arrived')
  await arrived.press('Enter')
  await expect(newest).toContainText('From: Orchard <hello@orchard.example>')

  // Maya has switched email off.
  await page.getByRole('button', { name: /^You are invited/ }).click()
  await expect(newest).toContainText('invited you to')
  await expect(newest).toContainText('Not sent. The subscriber has switched off email')
  await expect(newest.getByText('The mail as it arrived')).toHaveCount(0)
  // The poll has not closed it.
  await expect(page.getByText('From: Orchard').first()).toBeVisible()

  await orchard.signIn('Aiko Tanaka')
  await page.getByRole('button', { name: /^You are invited/ }).click()
  await expect(newest).toContainText('Sent. To aiko@orchard.example')
})
