import { addressOf, Orchard } from './support/Orchard.ts'
import { expect, test } from './support/test.ts'

test('another subscriber sees nothing of the previous one', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('mention', 'invitation')
  await orchard.expectCount(2)
  await orchard.openPanel()
  const mayas = new Set((await orchard.everything('maya')).map(({ _id }) => _id))
  await expect(orchard.feed).toContainText('@Maya')
  await page.keyboard.press('Escape')

  await orchard.signIn('Tomás Ferreira')
  await orchard.settle('tomas')
  await orchard.expectCount(0)
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
  expect((await orchard.shownIds()).filter((id) => mayas.has(id))).toEqual([])
  await expect(orchard.feed).not.toContainText('@Maya')

  const foreign = await page.request.get(addressOf('getFeed', 'maya'))
  expect(foreign.status()).toBe(403)
})

test('an open panel closes with its subscriber, and every later request is for the next one', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()

  const subscribers: string[] = []
  page.on('request', (request) => {
    const subscriber = /\/subscribers\/([^/]+)\//.exec(request.url())?.[1]
    if (subscriber !== undefined) subscribers.push(subscriber)
  })
  await orchard.signIn('Tomás Ferreira')
  await expect(orchard.panel).toBeHidden()
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
  // While Maya is signed in, a hint may fetch for her, such as one for a mark that an earlier page sent as it closed.
  expect(new Set(subscribers.slice(subscribers.indexOf('tomas')))).toEqual(new Set(['tomas']))
})

test('another tab of the same browser switches to the person who signed in last', async ({
  orchard,
  page,
  context,
}) => {
  orchard.expectedErrors.push(/status of 403/)
  await orchard.open()
  const other = new Orchard(await context.newPage())
  await other.open()
  await other.signIn('Tomás Ferreira')
  // The reader returns to the first tab, which fetches what is stale. Both tabs of a headless browser are always
  // visible.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    // Returns again after so long: a return that comes before the other tab has signed in changes nothing.
    await expect(page.getByLabel('Signed in as')).toHaveValue('tomas', { timeout: 500 })
  }).toPass()
  await orchard.openPanel()
  const tomas = new Set((await orchard.everything('tomas')).map(({ _id }) => _id))
  await expect(orchard.items.first()).toBeVisible()
  expect((await orchard.shownIds()).filter((id) => !tomas.has(id))).toEqual([])
})

test('signing out removes the bell and ends all requests', async ({ orchard, page }) => {
  // The response to a poll that was under way.
  orchard.expectedErrors.push(/status of 401/)
  await page.clock.install()
  await orchard.open()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/inbox')) requests.push(request.url())
  })
  // Checks that the clock drives the polls. While the stream is open, they are 5 minutes apart.
  await page.clock.runFor('10:00')
  await expect.poll(() => requests.length).toBeGreaterThan(0)

  await orchard.signIn('Signed out')
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await expect(orchard.bell).toHaveCount(0)
  requests.length = 0
  await page.clock.runFor('10:00')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor('10:00')
  expect(requests).toEqual([])

  await page.getByRole('button', { name: /Aiko Tanaka/ }).click()
  await expect(orchard.bell).toBeVisible()
  await expect.poll(() => requests.every((url) => url.includes('/subscribers/aiko/')) && requests.length > 0).toBe(true)
})
