import type { Locator, Page } from 'playwright'
import { checkInbox, linkOfRow, send, untilNewestIsRead, untilStreams } from './checkInbox.ts'
import { checkServerRendering } from './checkServerRendering.ts'
import type { ExampleContext } from './Example.ts'

/** Less than the interval of a poll, so that only live delivery can show a notification in time. In milliseconds. */
const patience = 10_000

/**
 * Checks a framework with server rendering: the HTML contains the element's tag, and a link of a notification opens a
 * page of the app without loading the app again.
 */
export const checkRouter = async (context: ExampleContext): Promise<void> => {
  const html = await (await fetch(context.url)).text()
  if (!html.includes('<tidings-inbox')) throw new Error('The HTML does not contain the inbox.')
  await checkInbox(context, linkOfRow, '/about')
  await checkNavigation(context)
}

/** The same with React: the HTML contains the count and the list. */
export const checkReactRouting = async (context: ExampleContext): Promise<void> => {
  await checkServerRendering(context)
  await checkNavigation(context)
}

/**
 * A link of a live notification opens a page of the app without loading the app again.
 * @param findTarget finds what the reader clicks in the row with a text. Default: its link.
 */
export const checkNavigation = async (
  { url, person, service, watched: { page } }: ExampleContext,
  findTarget: (page: Page, text: string) => Locator = linkOfRow,
): Promise<void> => {
  const opened = untilStreams(page)
  await page.goto(url)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await opened
  // Gone after a page load.
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
  // Earlier checks of the same service sent one too.
  const text = `Read about us at ${Date.now()}`
  await send(service, person, [text], '/about')
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click({ timeout: patience })
  await findTarget(page, text).click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  if (!(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true)))
    throw new Error('The link of a notification loaded the app again.')
  await untilNewestIsRead(service, person)
}
