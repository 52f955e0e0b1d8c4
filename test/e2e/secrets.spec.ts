import type { Request, Response } from '@playwright/test'
import { apiKey } from './support/apiKey.ts'
import { expect, test } from './support/test.ts'

const textOf = async (request: Request, response: Response | null) => {
  const body = response && response.status() < 300 ? await response.text() : ''
  return JSON.stringify([
    request.url(),
    await request.allHeaders(),
    request.postData(),
    response && (await response.allHeaders()),
    body,
  ])
}

test('the page never contains the API key', async ({ orchard, page, context }) => {
  // A request that is still in flight when another person signs in carries the ended session.
  orchard.expectedErrors.push(/status of 401/)
  const exchanged: Promise<string>[] = []
  const collect = (request: Request) => exchanged.push(request.response().then((response) => textOf(request, response)))
  page.on('requestfinished', collect)

  await orchard.open()
  await page.getByRole('button', { name: /^Everything at once/ }).click()
  await expect(page.getByRole('status', { name: 'Outcome' })).toContainText('processed')
  const { _id: newest } = await orchard.newest('maya')
  await orchard.openPanel()
  const row = orchard.item(newest)
  await row.hover()
  await row.getByRole('button', { name: /^Mark as/ }).click()
  await orchard.items.getByRole('button', { name: 'Accept' }).first().click()
  await expect(orchard.items.getByText(/^You joined/).first()).toBeVisible()
  await orchard.markAll.click()
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.preferencesView).toBeVisible()
  await page.keyboard.press('Escape')
  await orchard.signIn('Aiko Tanaka')
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()

  // The body of a later request could not be read before the test ends.
  page.off('requestfinished', collect)
  const found = [
    ...(await Promise.all(exchanged)),
    JSON.stringify(await context.storageState({ indexedDB: true })),
    await page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        window.name,
        history.state,
      ]),
    ),
    await page.evaluate(async () => JSON.stringify([await indexedDB.databases(), await caches.keys()])),
    await page.content(),
  ]
  const holding = (secret: string) => found.filter((text) => text.includes(secret))

  // Checks that the search works: it finds a script and its text, a response's text, headers, and the session cookie.
  for (const known of ['text/javascript', 'createInboxClient', 'weekly-digest', 'idempotency-key', 'orchard_session'])
    expect(holding(known), known).not.toEqual([])
  expect(await page.evaluate(() => document.cookie)).toBe('')

  for (const secret of [apiKey, encodeURIComponent(apiKey), btoa(apiKey), 'ApiKey ', 'TIDINGS_API_KEY'])
    expect(holding(secret), secret).toEqual([])
})

test('the proxy returns neither the key nor secrets, for any request', async ({ orchard, page }) => {
  await orchard.open()
  for (const path of [
    '/v1/integrations/active',
    '/v1/events/trigger/bulk',
    '/v1/subscribers/bulk',
    '/v1/subscribers/maya/credentials',
    '/',
    '/healthz',
  ]) {
    const response = await page.request.get(`/api/inbox${path}`)
    expect([404, 405]).toContain(response.status())
    expect(JSON.stringify(response.headers()) + (await response.text())).not.toContain(apiKey)
  }
})
