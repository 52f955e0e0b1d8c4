import { anyRequest, Orchard } from './support/Orchard.ts'
import { cutOff, expect, test } from './support/test.ts'

test.beforeEach(async ({ orchard, page }) => {
  await page.clock.install()
  await orchard.open()
  await orchard.settle('maya')
})

test('a notification is marked as read, and as unread again', async ({ orchard }) => {
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  const item = orchard.item(id)
  await item.hover()
  await item.getByRole('button', { name: 'Mark as read' }).click()
  await expect(item).not.toHaveAttribute('data-unread')
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)

  await item.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(item).toHaveAttribute('data-unread')
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(false)
})

test('all are marked as read at once', async ({ orchard }) => {
  await orchard.happen('comment', 'mention', 'security')
  await orchard.openPanel()
  await expect(orchard.unread).toHaveCount(3)
  await orchard.markAll.click()
  await expect(orchard.unread).toHaveCount(0)
  await orchard.expectCount(0)
  await expect.poll(async () => (await orchard.fetchFeed('maya', { read: false })).data).toEqual([])

  await orchard.tab('Unread').click()
  await expect(orchard.panel.getByText("You're all caught up")).toBeVisible()
  await expect(orchard.items).toHaveCount(0)
})

test('marking all can be undone', async ({ orchard }) => {
  await orchard.happen('comment', 'mention')
  const unread = (await orchard.fetchFeed('maya', { read: false })).data.map(({ _id }) => _id)
  await orchard.openPanel()
  await orchard.markAll.click()
  await expect(orchard.unread).toHaveCount(0)
  await orchard.panel.getByRole('button', { name: 'Undo' }).click()
  await expect(orchard.unread).toHaveCount(2)
  await expect
    .poll(async () => (await orchard.fetchFeed('maya', { read: false })).data.map(({ _id }) => _id))
    .toEqual(unread)
})

test('a failed mark is reverted with an error, and can be retried', async ({ orchard, page }) => {
  orchard.expectedErrors.push(cutOff)
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  const item = orchard.item(id)
  await item.hover()

  const isMarkAs = anyRequest('markAs')
  await page.route(isMarkAs, (route) => route.abort())
  await item.getByRole('button', { name: 'Mark as read' }).click()
  await expect(item).not.toHaveAttribute('data-unread')
  const notice = orchard.panel.getByText(/^Could not mark “.+” as read\.$/)
  // The client sends a mark four times before it gives up, after random delays.
  await orchard.passUntil(async () => expect(await notice.count()).toBe(1))
  await expect(page.getByRole('status').getByText(/^Could not mark/)).toBeAttached()
  await expect(item).toHaveAttribute('data-unread')
  expect((await orchard.newest('maya')).read).toBe(false)

  await page.unroute(isMarkAs)
  await orchard.tryAgain.click()
  await expect(item).not.toHaveAttribute('data-unread')
  await expect(notice).toBeHidden()
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)
})

test('a failed mark-all restores the unread ones', async ({ orchard, page }) => {
  orchard.expectedErrors.push(cutOff)
  await orchard.happen('comment', 'mention')
  await orchard.openPanel()
  await page.route(anyRequest('markAll'), (route) => route.abort())
  await orchard.markAll.click()
  const notice = orchard.panel.getByText(/could not be saved\.$/)
  await orchard.passUntil(async () => expect(await notice.count()).toBe(1))
  await expect(orchard.unread).toHaveCount(2)
})

test('another tab of the same reader shows the mark', async ({ orchard, context }) => {
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  const other = new Orchard(await context.newPage())
  await other.open()
  await other.openPanel()
  await expect(other.item(id)).toHaveAttribute('data-unread')

  await orchard.openPanel()
  await orchard.item(id).hover()
  await orchard.item(id).getByRole('button', { name: 'Mark as read' }).click()
  await expect(other.item(id)).not.toHaveAttribute('data-unread')
})
