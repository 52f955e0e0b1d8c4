import { anyRequest } from './support/Orchard.ts'
import { expect, test } from './support/test.ts'

// Rows count as seen after a second, and the service knows after five more.
test.beforeEach(async ({ orchard, page }) => {
  await page.clock.install()
  await orchard.open()
  await orchard.settle('maya')
})

test('notifications in view become seen: the bell loses its count, also after a reload', async ({ orchard, page }) => {
  await orchard.happen('comment', 'mention')
  await orchard.expectCount(2)
  await orchard.openPanel()
  await orchard.passUntil(async () => expect((await orchard.fetchFeed('maya', { seen: false })).data).toEqual([]))
  await orchard.expectCount(0)
  // Seen is not read.
  const [first, second] = (await orchard.fetchFeed('maya', { limit: 2 })).data
  expect([first?.read, second?.read]).toEqual([false, false])
  await expect(orchard.items.first()).toHaveAttribute('data-new')

  await page.reload()
  await orchard.expectCount(0)
  await orchard.openPanel()
  await expect(orchard.items.first()).toHaveAttribute('data-unread')
  await expect(orchard.items.first()).not.toHaveAttribute('data-unseen')
  await expect(orchard.items.first()).not.toHaveAttribute('data-new')
})

test('notifications outside of the view are not seen', async ({ orchard }) => {
  for (let call = 0; call < 3; call++) await orchard.happen('comment', 'mention', 'comment', 'mention', 'comment')
  await orchard.expectCount(15)
  await orchard.openPanel()
  await orchard.passUntil(async () =>
    expect((await orchard.fetchFeed('maya', { seen: false, limit: 100 })).data.length).toBeLessThan(15),
  )
  const list = (await orchard.fetchFeed('maya', { limit: 15 })).data
  expect(list[0]?.seen).toBe(true)
  expect(list[14]?.seen).toBe(false)
})

test('fetching notifications marks nothing as seen', async ({ orchard, page }) => {
  await orchard.happen('comment')
  const marks: string[] = []
  page.on('request', (request) => {
    if (anyRequest('markAs').test(request.url()) || anyRequest('markAll').test(request.url())) marks.push(request.url())
  })
  await page.reload()
  await orchard.expectCount(1)
  await page.clock.runFor(10_000)
  expect((await orchard.newest('maya')).seen).toBe(false)
  expect(marks).toEqual([])
})
