import { expect, test } from './support/test.ts'

// The demo whose service responds as production does.
test.use({ baseURL: process.env['DEMO_URL_PRODUCTION'] })

test.beforeEach(async ({ orchard }) => orchard.open())

test('totals are clamped to the feed page, and the feed shows every row once', async ({ orchard }) => {
  expect(await orchard.fetchFeed('maya', { limit: 3 })).toMatchObject({ totalCount: 3, pageSize: 3, hasMore: true })
  expect(await orchard.fetchFeed('maya', { limit: 3, page: 1000 })).toMatchObject({
    totalCount: 0,
    pageSize: 3,
    hasMore: false,
    data: [],
  })
  const all = (await orchard.everything('maya')).map(({ _id }) => _id)
  await orchard.openPanel()
  expect(await orchard.scrolledIds()).toEqual(all)
})

test('a notification is marked as read, and as unread again, which production counts as seen', async ({ orchard }) => {
  await orchard.settle('maya')
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  const item = orchard.item(id)
  await item.hover()
  await item.getByRole('button', { name: 'Mark as read' }).click()
  await expect(item).not.toHaveAttribute('data-unread')
  await expect.poll(() => orchard.newest('maya')).toMatchObject({ read: true, seen: true })

  await item.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(item).toHaveAttribute('data-unread')
  await expect.poll(() => orchard.newest('maya')).toMatchObject({ read: false, seen: true })
})

test('all are counted, marked at once, and reverted', async ({ orchard }) => {
  await orchard.settle('maya')
  await orchard.happen('comment', 'mention')
  await orchard.open()
  await orchard.expectCount(2)
  await orchard.openPanel()
  await orchard.tab('Unread').click()
  await expect(orchard.items).toHaveCount(2)
  await orchard.markAll.click()
  await expect(orchard.items).toHaveCount(0)
  await orchard.panel.getByRole('button', { name: 'Undo' }).click()
  await expect(orchard.items).toHaveCount(2)
  await expect.poll(async () => (await orchard.fetchFeed('maya', { read: false })).data).toHaveLength(2)
})

test('a call to action opens its page and marks as read', async ({ orchard, page }) => {
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  await orchard.item(id).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/posts\//)
  await expect.poll(() => orchard.newest('maya')).toMatchObject({ _id: id, read: true, seen: true })
})

test('preferences are shown', async ({ orchard }) => {
  await orchard.openPreferences()
  await expect(orchard.preferencesView).toBeVisible()
  const everything = orchard.panel.getByRole('list', { name: 'All notifications' })
  await expect(everything.getByRole('switch', { name: 'Email' })).not.toBeChecked()
})
