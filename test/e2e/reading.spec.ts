import { expect, test } from './support/test.ts'

test('an opened notification is still read after a reload', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.happen('comment')
  const { _id: id, subject, cta } = await orchard.newest('maya')
  await orchard.openPanel()
  const item = orchard.item(id)
  await expect(item).toHaveAttribute('data-unread')
  await expect(item).toHaveAccessibleName(new RegExp(`^Unread, ${subject}, `))

  await item.getByRole('link', { name: subject ?? '' }).click()
  await expect(page).toHaveURL(cta.data?.url ?? '')
  await expect(orchard.panel).toBeHidden()
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)

  await page.reload()
  await orchard.openPanel()
  await expect(item).toBeVisible()
  await expect(item).not.toHaveAttribute('data-unread')
  await expect(item.getByText('Unread')).toHaveCount(0)
})

test('a link into the app navigates without a reload', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.happen('mention')
  const { _id: id, payload } = await orchard.newest('maya')
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
  await orchard.openPanel()
  await orchard.item(id).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: String(payload?.['postTitle']) })).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-kept')
})

test('a middle click opens a new tab, marks the notification as read, and leaves the panel open', async ({
  orchard,
  page,
  context,
}) => {
  await orchard.open()
  await orchard.happen('comment')
  const { _id: id, cta } = await orchard.newest('maya')
  await orchard.openPanel()
  const opened = context.waitForEvent('page')
  await orchard.item(id).getByRole('link').click({ button: 'middle' })
  const other = await opened
  await expect(other).toHaveURL(cta.data?.url ?? '')
  await expect(orchard.panel).toBeVisible()
  await expect(orchard.item(id)).not.toHaveAttribute('data-unread')
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)
  expect(page.url()).toMatch(/\/$/)
})

test('the texts of a row can be selected, which does not open it', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  const row = orchard.item(id)
  for (const text of [row.getByRole('link'), row.locator('.tidings-item-content')]) {
    const box = await text.boundingBox()
    if (!box) throw new Error('The row has no text.')
    await page.mouse.move(box.x + 2, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + 90, box.y + 8, { steps: 4 })
    await page.mouse.up()
    const selected = await page.evaluate(() => getSelection()?.toString() ?? '')
    expect(selected.length).toBeGreaterThan(5)
    expect(await text.textContent()).toContain(selected)
    await expect(orchard.panel).toBeVisible()
  }
})
