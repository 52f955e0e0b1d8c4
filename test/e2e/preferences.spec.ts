import { expect, test } from './support/test.ts'

test('preferences show the channels and the weekly hours, and Back leads to the list', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.openPanel()
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.preferencesView).toBeVisible()
  await expect(orchard.feed).toBeHidden()
  await expect(orchard.panel.getByRole('button', { name: 'Back' })).toBeFocused()

  const everything = orchard.panel.getByRole('list', { name: 'All notifications' })
  await expect(everything.getByRole('listitem').filter({ hasText: 'In-app' })).toContainText('on')
  await expect(everything.getByRole('listitem').filter({ hasText: 'Email' })).toContainText('off')
  await expect(orchard.panel.getByRole('list', { name: 'Security alerts' }).getByRole('listitem').first()).toContainText('Always on')

  const week = orchard.panel.getByRole('table', { name: 'Delivery hours' })
  await expect(week.getByRole('row', { name: /^Monday/ })).toContainText('08:30 – 12:00')
  await expect(week.getByRole('row', { name: /^Monday/ })).toContainText('13:00 – 17:30')
  await expect(week.getByRole('row', { name: /^Saturday/ })).toContainText('No delivery')
  await expect(orchard.panel.getByText('Time zone: Europe/Stockholm')).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(orchard.feed).toBeVisible()
  await expect(orchard.panel.getByRole('button', { name: 'Preferences' })).toBeFocused()
})

test('hours over midnight say that they end on the next day', async ({ orchard }) => {
  await orchard.open()
  await orchard.signIn('Tomás Ferreira')
  await orchard.openPanel()
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  const week = orchard.panel.getByRole('table', { name: 'Delivery hours' })
  await expect(week.getByRole('row', { name: /^Monday/ })).toContainText('22:00 – 06:30 (next day)')
})

test('preferences that fail offer to try again', async ({ orchard, page }) => {
  orchard.expectedErrors.push(/status of 503/)
  await orchard.open('/projects')
  const isPreferences = '**/preferences?*'
  await page.route(isPreferences, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '60' }, body: 'busy' }))
  await orchard.signIn('Tomás Ferreira')
  await orchard.openPanel()
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.panel.getByText('Your preferences could not be loaded.')).toBeVisible()
  await page.unroute(isPreferences)
  await orchard.tryAgain.click()
  await expect(orchard.preferencesView).toBeVisible()
})
