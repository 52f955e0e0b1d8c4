import type { Request } from '@playwright/test'
import { expect, test } from './support/test.ts'

const isAnswer = (request: Request) => request.method() === 'POST' && /\/api\/invitations\//.test(request.url())

test.beforeEach(async ({ orchard }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('invitation')
})

test('a button runs its action once, shows the result, and marks its notification as read', async ({
  orchard,
  page,
}) => {
  const answers: Request[] = []
  page.on('request', (request) => {
    if (isAnswer(request)) answers.push(request)
  })
  const { _id: id, payload, cta } = await orchard.newest('maya')
  await orchard.openPanel()
  const item = orchard.item(id)
  await item.getByRole('button', { name: 'Accept' }).dblclick()
  await expect(item.getByText(cta.action?.buttons?.[0]?.resultContent ?? '', { exact: true })).toBeVisible()
  await expect(item.getByRole('button', { name: /^(Accept|Decline)$/ })).toHaveCount(0)
  await expect(item).not.toHaveAttribute('data-unread')
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)
  // What the reader's other devices fetch.
  await expect
    .poll(async () => (await orchard.newest('maya')).cta.action)
    .toMatchObject({ status: 'done', result: { type: 'primary' } })
  expect(answers).toHaveLength(1)

  // Closing unmounts the panel. The result must survive this.
  await page.keyboard.press('Escape')
  await expect(orchard.panel).toBeHidden()
  await orchard.openPanel()
  const joined = item.getByText(`You joined ${String(payload?.['projectName'])}`)
  await expect(joined).toBeVisible()
  await page.reload()
  await orchard.openPanel()
  await expect(joined).toBeVisible()

  await item.getByRole('link').click()
  await expect(page.getByText('You are on the team.')).toBeVisible()
})

test('a button inside a row does not open the row', async ({ orchard, page }) => {
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  await orchard.item(id).getByRole('button', { name: 'Decline' }).click()
  await expect(orchard.item(id).getByText('You declined')).toBeVisible()
  await expect(orchard.panel).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a button whose action fails shows an error, and can be used again', async ({ orchard, page }) => {
  orchard.expectedErrors.push(/status of 500/)
  await page.route('**/api/invitations/*', (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  const item = orchard.item(id)
  await item.getByRole('button', { name: 'Accept' }).click()
  await expect(item.getByText('That did not work. Try again.')).toBeVisible()
  await expect(item).toHaveAttribute('data-unread')

  await page.unroute('**/api/invitations/*')
  await item.getByRole('button', { name: 'Accept' }).click()
  await expect(item.getByText(/^You joined/)).toBeVisible()
})
