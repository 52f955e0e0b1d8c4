import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Orchard } from './support/Orchard.ts'
import { expect, test } from './support/test.ts'

/** A demo whose service answers as production does. The others of these tests answer as the interface shows. */
const startDemo = async (): Promise<{ address: string; process: ChildProcess }> => {
  const demo = spawn('node', ['--import', 'tsx', 'demo/start.ts', '--port', '0', '--data', 'memory', '--behavior', 'production'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, address] = /^tidings demo ready on (\S+)/.exec(line) ?? []
    if (address !== undefined) return { address, process: demo }
  }
  throw new Error('The demo ended before it was ready. Its error is above.')
}

let demo: Awaited<ReturnType<typeof startDemo>>
test.beforeAll(async () => {
  demo = await startDemo()
})
test.afterAll(async () => {
  const ended = once(demo.process, 'exit')
  demo.process.kill('SIGTERM')
  await ended
})
test.beforeEach(async ({ page, orchard }) => {
  await page.goto(demo.address)
  await expect(orchard.bell).toBeVisible()
})

/** A request to the demo of this file, past the page. */
const ask = async (orchard: Orchard, query: Record<string, string | number>) => {
  const response = await orchard.page.request.get(`${demo.address}/api/inbox/v1/subscribers/maya/notifications/feed`, { params: query })
  expect(response.status()).toBe(200)
  return (await response.json()) as { totalCount: number; pageSize: number; hasMore: boolean; page: number; data: { _id: string; read: boolean; seen: boolean }[] }
}

const everything = async (orchard: Orchard) => {
  const first = await ask(orchard, { limit: 100 })
  const all = [...first.data]
  for (let { hasMore, page } = first; hasMore; ) {
    const next = await ask(orchard, { limit: 100, page: page + 1 })
    all.push(...next.data)
    ;({ hasMore, page } = next)
  }
  return all
}

const settle = (orchard: Orchard) =>
  orchard.page.request.post(`${demo.address}/api/inbox/v1/subscribers/maya/messages/mark-all`, { data: { markAs: 'read' } })

const happen = (orchard: Orchard, happening: string) =>
  orchard.page.request.post(`${demo.address}/api/happen`, { data: { happenings: [happening] } })

test('the service clamps its counts, and the list shows every row once', async ({ orchard }) => {
  expect(await ask(orchard, { limit: 3 })).toMatchObject({ totalCount: 3, pageSize: 3, hasMore: true })
  const ids = (await everything(orchard)).map(({ _id }) => _id)
  await orchard.openPanel()
  const shown = await orchard.scrolledIds()
  expect(shown.toSorted()).toEqual(ids.toSorted())
})

test('one is marked, taken back, and all are marked', async ({ orchard }) => {
  await orchard.openPanel()
  const [before] = await orchard.shownIds()
  const row = orchard.item(before ?? '')
  const flagsOf = async () => (await ask(orchard, { limit: 100 })).data.find(({ _id }) => _id === before)
  await orchard.markAll.click()
  await expect(orchard.unread).toHaveCount(0)
  await expect.poll(async () => (await everything(orchard)).filter(({ read }) => !read).length).toBe(0)
  await row.hover()
  await row.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(row).toHaveAttribute('data-unread', '')
  await expect.poll(flagsOf).toMatchObject({ read: false, seen: true })
  await row.getByRole('button', { name: 'Mark as read' }).click()
  await expect(row).not.toHaveAttribute('data-unread')
  await expect.poll(flagsOf).toMatchObject({ read: true, seen: true })
})

test('what arrives is counted, shown, and filtered by its tab', async ({ orchard, page }) => {
  await settle(orchard)
  await page.reload()
  await orchard.expectCount(0)
  await happen(orchard, 'comment')
  await page.reload()
  await orchard.expectCount(1)
  await orchard.openPanel()
  await orchard.tab('Unread').click()
  await expect(orchard.items).toHaveCount(1)
})

test('somebody opens what it leads to, and preferences are read', async ({ orchard, page }) => {
  await happen(orchard, 'comment')
  await page.reload()
  await orchard.openPanel()
  const [id] = await orchard.shownIds()
  await orchard.item(id ?? '').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/posts\//)
  await expect.poll(async () => (await ask(orchard, { limit: 1 })).data[0]).toMatchObject({ _id: id, read: true, seen: true })
  await orchard.bell.click()
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(orchard.preferencesView).toBeVisible()
})
