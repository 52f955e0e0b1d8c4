import { expect, test } from './support/test.ts'

test.beforeEach(async ({ orchard }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.expectCount(0)
})

test('an arrival shows on the bell, is announced, and is first in the feed', async ({ orchard, page }) => {
  await page.getByRole('button', { name: /^Somebody mentions you/ }).click()
  await expect(page.getByRole('status', { name: 'Outcome' })).toHaveText('Status: processed.')
  await orchard.expectCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 new notification' })).toBeAttached()
  await expect(page).toHaveTitle('(1) Posts · Orchard')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon-new.svg')

  const { _id: id, subject } = await orchard.newest('maya')
  await orchard.openPanel()
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)
  await expect(orchard.items.first()).toContainText(subject ?? '')
})

test('a press on the bell during an arrival opens the panel', async ({ orchard, page }) => {
  await orchard.bell.hover()
  await page.mouse.down()
  await orchard.happen('comment')
  await orchard.expectCount(1)
  await page.mouse.up()
  await expect(orchard.panel).toBeVisible()
})

test('seven events of one bulk call arrive together', async ({ orchard, page }) => {
  await page.getByRole('button', { name: /^Everything at once/ }).click()
  await expect(page.getByRole('status', { name: 'Outcome' })).toHaveText('Status: 7 × processed.')
  await orchard.expectCount(7)
})

test('an arrival slides in at the top of an open feed', async ({ orchard }) => {
  await orchard.openPanel()
  const [top] = await orchard.shownIds()
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)
  await expect(orchard.items.nth(1)).toHaveAttribute('data-id', top ?? '')
})

test('an arrival moves no row that the reader points at; the pill shows it', async ({ orchard }) => {
  await orchard.openPanel()
  const row = orchard.item((await orchard.shownIds())[1] ?? '')
  await row.hover()
  const before = await row.boundingBox()
  await orchard.happen('comment')
  const pill = orchard.panel.getByRole('button', { name: '1 new notification' })
  await expect(pill).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
  const { _id: id } = await orchard.newest('maya')
  await pill.click()
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)
})

test('after scrolling, an arrival doesn’t move the rows; the pill shows it', async ({ orchard, page }) => {
  await orchard.openPanel()
  // By its id, since rows above the view leave the document.
  const anchor = orchard.item((await orchard.shownIds())[7] ?? '')
  await anchor.scrollIntoViewIfNeeded()
  const before = await anchor.boundingBox()
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')

  const pill = orchard.panel.getByRole('button', { name: '1 new notification' })
  await expect(pill).toBeVisible()
  await expect(orchard.item(id)).toHaveCount(0)
  // A margin replaces the rows that have left above. Browsers round it to 1/64 of a pixel.
  expect((await anchor.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 1)

  await pill.click()
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)
  await expect(pill).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: '1 new notification' })).toBeAttached()
})

test('disabled workflows do not arrive', async ({ orchard, page }) => {
  await orchard.signIn('Aiko Tanaka')
  await expect(page.getByRole('button', { name: /disabled in the preferences/ })).toHaveCount(2)
  await orchard.settle('aiko')
  await orchard.expectCount(0)
  await page.getByRole('button', { name: /^Everything at once/ }).click()
  // Seven events, two of which are disabled.
  await orchard.expectCount(5)
  await orchard.openPanel()
  const names = (await orchard.fetchFeed('aiko', { limit: 5 })).data.map(({ templateIdentifier }) => templateIdentifier)
  expect(names).not.toContain('weekly-digest')
  expect(names).not.toContain('invoice-issued')
})
