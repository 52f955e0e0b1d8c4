import { addressOf, anyRequest } from './support/Orchard.ts'
import { cutOff, expect, test } from './support/test.ts'

test('scrolling to the end shows every notification once, in the order of the service', async ({ orchard }) => {
  await orchard.open()
  const expected = (await orchard.everything('maya')).map(({ _id }) => _id)
  expect(expected.length).toBeGreaterThan(60)
  await orchard.openPanel()
  expect(await orchard.scrolledIds()).toEqual(expected)
  // The list is windowed: there are fewer elements than notifications.
  expect(await orchard.items.count()).toBeLessThan(40)
  await expect(orchard.items.last()).toHaveAttribute('aria-posinset', String(expected.length))
  await expect(orchard.items.last()).toHaveAttribute('aria-setsize', String(expected.length))
})

test('a list is where it was: after the preferences, another tab, and the closed panel; arrivals show', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.openPanel()
  const feed = orchard.panel.locator('.tidings-feed')
  const offset = () => feed.evaluate(({ scrollTop }) => scrollTop)
  await feed.evaluate((list) => list.scrollTo(0, 900))
  /** Id of the row in the middle of the list. */
  const inView = () =>
    feed.evaluate((list) => {
      const { left, top, width, height } = list.getBoundingClientRect()
      const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-id]')
      return row?.getAttribute('data-id') ?? ''
    })
  await expect.poll(inView).not.toBe('')
  const row = await inView()

  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await orchard.panel.getByRole('button', { name: 'Back' }).click()
  await expect.poll(offset).toBe(900)

  await orchard.tab('Unread').click()
  await expect(orchard.items).toHaveCount(0)
  await orchard.tab('All').click()
  await expect.poll(offset).toBe(900)
  expect(await inView()).toBe(row)

  await page.keyboard.press('Escape')
  await orchard.openPanel()
  await expect.poll(offset).toBe(900)
  expect(await inView()).toBe(row)

  await page.keyboard.press('Escape')
  await orchard.happen('comment')
  await orchard.expectCount(1)
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  // At the top if the list is loaded before the panel opens, else behind the pill.
  const pill = orchard.panel.getByRole('button', { name: '1 new notification' })
  await expect(pill.or(orchard.item(id))).toBeInViewport()
})

test('a list that returns to its place shows what another device has marked there', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.openPanel()
  const feed = orchard.panel.locator('.tidings-feed')
  // Below the newest page.
  await expect(async () => {
    await feed.evaluate((list) => list.scrollBy(0, 600))
    expect(Number(await orchard.items.last().getAttribute('aria-posinset'))).toBeGreaterThan(35)
  }).toPass({ intervals: [100] })
  const ids = await orchard.shownIds()
  const id = ids[Math.floor(ids.length / 2)] ?? ''
  await expect(orchard.item(id)).toBeInViewport()
  await expect(orchard.unread).toHaveCount(0)
  await page.keyboard.press('Escape')
  // The list knows of it by a hint, which the bell follows too.
  const hinted = page.waitForResponse(anyRequest('getFeed'))
  await page.request.post(addressOf('markAs', 'maya'), { data: { messageId: id, markAs: 'unread' } })
  await hinted
  await page.clock.setSystemTime(Date.now() + 61_000)
  await orchard.openPanel()
  await expect(orchard.item(id)).toBeInViewport()
  await expect(orchard.unread).toHaveAttribute('data-id', id)
})

test('marks while reading the unread ones skip none of them', async ({ orchard }) => {
  await orchard.open()
  await orchard.settle('maya')
  for (let call = 0; call < 9; call++) await orchard.happen('comment', 'comment', 'mention', 'comment', 'mention')
  const expected = (await orchard.fetchFeed('maya', { read: false, limit: 100 })).data.map(({ _id }) => _id)
  expect(expected).toHaveLength(45)
  await orchard.openPanel()
  await orchard.tab('Unread').click()
  await expect(orchard.items.first()).toHaveAttribute('data-id', expected[0] ?? '')

  // The service's feed gets shorter by these, so its second page starts three notifications later.
  for (const id of expected.slice(0, 3)) {
    await orchard.item(id).hover()
    await orchard.item(id).getByRole('button', { name: 'Mark as read' }).click()
    await expect(orchard.item(id)).toHaveCount(0)
  }
  expect(await orchard.scrolledIds()).toEqual(expected.slice(3))
})

test('a failed later feed page preserves the loaded ones, and is fetched again', async ({ orchard, page }) => {
  orchard.expectedErrors.push(cutOff)
  await page.clock.install()
  await orchard.open()
  const isLaterPage = (url: URL) =>
    anyRequest('getFeed').test(url.pathname + url.search) && url.searchParams.has('page')
  await page.route(isLaterPage, (route) => route.abort())
  await orchard.openPanel()
  const [first] = await orchard.shownIds()
  await orchard.panel.locator('.tidings-feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight))
  // After the retries of the client.
  const failure = orchard.panel.getByText('More notifications could not be loaded.')
  await orchard.passUntil(async () => expect(await failure.isVisible()).toBe(true))
  await expect(orchard.items.last()).toHaveAttribute('aria-posinset', '20')
  await orchard.panel.locator('.tidings-feed').evaluate((feed) => feed.scrollTo(0, 0))
  await expect(orchard.items.first()).toHaveAttribute('data-id', first ?? '')

  await page.unroute(isLaterPage)
  await orchard.tryAgain.click()
  await expect(failure).toHaveCount(0)
  expect((await orchard.scrolledIds()).length).toBeGreaterThan(20)
})
