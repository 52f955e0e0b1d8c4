import { Orchard } from './support/Orchard.ts'
import { expect, test } from './support/test.ts'

test('an event shows without a poll: on the bell, in the open panel of another device, and its mark on the first', async ({
  orchard,
  browser,
}) => {
  const phone = new Orchard(await (await browser.newContext()).newPage())
  for (const device of [orchard, phone]) await device.openLive()
  await orchard.settle('maya')
  await phone.openPanel()
  await orchard.expectCount(0)

  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  // Polls are 30 seconds apart, and five minutes while a stream is open.
  await expect(phone.items.first()).toHaveAttribute('data-id', id)
  await orchard.expectCount(1)

  await phone.items.first().hover()
  await phone.items
    .first()
    .getByRole('button', { name: /^Mark as/ })
    .click()
  await orchard.expectCount(0)
  await phone.page.context().close()
})

test('the tabs of a browser have one stream, which follows the reader', async ({ orchard, context }) => {
  const opened: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/live')) opened.push(request.headers()['tidings-stream'] ?? '')
  })
  await orchard.openLive()
  const other = new Orchard(await context.newPage())
  await other.open()
  await other.settle('maya')
  await other.expectCount(0)
  expect(opened).toHaveLength(1)

  await orchard.page.close()
  await expect.poll(() => opened.length).toBe(2)
  await other.happen('comment')
  await other.expectCount(1)
})
