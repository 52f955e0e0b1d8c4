import { basePath } from './belowPath.ts'
import { linkOfRow, send, untilNewestIsRead, untilStreams } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** Less than the interval of a poll, so that only live delivery can show a notification in time. In milliseconds. */
const patience = 10_000

/** A live notification links to a page below the path, and opens it without loading the app again. */
export const checkBelowPath = async ({ url, person, service, watched: { page } }: ExampleContext): Promise<void> => {
  const opened = untilStreams(page)
  await page.goto(url)
  await opened
  // Gone after a page load.
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
  await send(service, person, ['Your order'], '/orders/77')
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click({ timeout: patience })
  const link = linkOfRow(page, 'Your order')
  const href = await link.getAttribute('href')
  if (href !== `${basePath}/orders/77`) throw new Error(`The link of /orders/77 leads to ${href}.`)
  await link.click()
  // Some frameworks add a slash.
  await page.waitForURL(({ pathname }) => pathname.replace(/\/$/, '') === href)
  if (!(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true)))
    throw new Error('The link of a notification loaded the app again.')
  await untilNewestIsRead(service, person)
}
