import { expect, test } from './support/test.ts'

test('each event is followed by its mail, or by the reason why not, without a reload', async ({ orchard, page }) => {
  await orchard.open()
  await page.getByRole('navigation').getByRole('link', { name: 'Sent' }).click()
  await expect(page.getByRole('heading', { name: 'Sent', level: 1 })).toBeFocused()
  // A mention of another test is mailed after 30 seconds, perhaps now.
  const newestAbout = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()

  // Critical: neither the preferences nor the delivery hours hold it back.
  await page.getByRole('button', { name: /^A new device signs in/ }).click()
  const signIn = newestAbout('New sign-in from')
  await expect(signIn).toContainText('Sent. To maya@orchard.example')
  const arrived = signIn.getByText('The mail as it arrived')
  await arrived.press('Enter')
  await expect(signIn).toContainText('From: Orchard <hello@orchard.example>')

  // Maya has switched email off.
  await page.getByRole('button', { name: /^You are invited/ }).click()
  const invitation = newestAbout('invited you to')
  await expect(invitation).toContainText('Not sent. The subscriber has switched off email')
  await expect(invitation.getByText('The mail as it arrived')).toHaveCount(0)
  // The poll has not closed it.
  await expect(page.getByText('From: Orchard').first()).toBeVisible()

  await orchard.signIn('Aiko Tanaka')
  await page.getByRole('button', { name: /^You are invited/ }).click()
  await expect(invitation).toContainText('Sent. To aiko@orchard.example')
})
