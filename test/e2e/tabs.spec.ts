import { expect, test } from './support/test.ts'

test.beforeEach(async ({ orchard }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment', 'mention', 'invoice')
  await orchard.openPanel()
})

test('the tab Unread lists exactly the unread notifications', async ({ orchard }) => {
  expect((await orchard.shownIds()).length).toBeGreaterThan(3)
  await orchard.tab('Unread').click()
  await expect(orchard.tab('Unread')).toHaveAttribute('aria-selected', 'true')
  await expect(orchard.items).toHaveCount(3)
  const unread = (await orchard.fetchFeed('maya', { read: false })).data.map(({ _id }) => _id)
  expect(await orchard.shownIds()).toEqual(unread)

  const [first = ''] = unread
  await orchard.item(first).hover()
  await orchard.item(first).getByRole('button', { name: 'Mark as read' }).click()
  await expect(orchard.item(first)).toHaveCount(0)
  await expect(orchard.items).toHaveCount(2)

  await orchard.tab('All').click()
  await expect(orchard.item(first)).toBeVisible()
  await expect(orchard.item(first)).not.toHaveAttribute('data-unread')
})

test('arrow keys move between the tabs', async ({ orchard, page }) => {
  await orchard.tab('All').focus()
  await page.keyboard.press('ArrowRight')
  await expect(orchard.tab('Unread')).toBeFocused()
  await expect(orchard.items).toHaveCount(3)
  await page.keyboard.press('ArrowLeft')
  await expect(orchard.tab('All')).toHaveAttribute('aria-selected', 'true')
})
