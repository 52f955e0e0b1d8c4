import { checkInbox, linkOfRow, send, untilNewestIsRead } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/**
 * Checks a framework with server rendering: the HTML contains the element's tag, and a link of a notification opens a
 * page of the app without loading the app again.
 */
export const checkRouter = async (context: ExampleContext): Promise<void> => {
  const { url, person, service, watched } = context
  const { page } = watched
  const html = await (await fetch(url)).text()
  if (!html.includes('<tidings-inbox')) throw new Error('The HTML does not contain the inbox.')
  await checkInbox(context, linkOfRow, '/about')

  await page.goto(url)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  // Gone after a page load.
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
  await send(service, person, ['Read about us'], '/about')
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await linkOfRow(page, 'Read about us').click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  if (!(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true)))
    throw new Error('The link of a notification loaded the app again.')
  await untilNewestIsRead(service, person)
}
