import type { Locator, Page } from 'playwright'
import type { ExampleContext } from './Example.ts'
import { until } from './until.ts'

/** Waits until the page has a stream. Some frameworks add a slash to each address. */
export const untilStreams = async (page: Page): Promise<void> => {
  await page.waitForResponse((response) => /\/live\/?$/.test(new URL(response.url()).pathname) && response.ok())
}

/** The link of the row with a text. */
export const linkOfRow = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text }).first().getByRole('link')

/**
 * The check of every example with a page: it shows a notification in the app's colors, and opening the notification
 * marks it as read.
 * @param findTarget finds what the reader clicks in the row with a text. Default: its link.
 * @param target path that the notification links to.
 */
export const checkInbox = async (
  { watched: { page }, url, person, service }: ExampleContext,
  findTarget: (page: Page, text: string) => Locator = linkOfRow,
  target?: string,
): Promise<void> => {
  const text = `For ${person}`
  await send(service, person, [text], target)
  await page.goto(url)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await expectGround(page, 'light')
  // In one example the reader selects a theme, which takes precedence. The others inherit the color scheme of the app.
  if ((await page.locator('[data-tidings-theme]').count()) === 0) {
    await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'))
    await expectGround(page, 'dark')
    await page.evaluate(() => (document.documentElement.style.colorScheme = ''))
  }
  await findTarget(page, text).click()
  await untilNewestIsRead(service, person)
}

/** Waits until the service has marked the newest notification as read. The page shows a mark before it is sent. */
export const untilNewestIsRead = ({ client }: ExampleContext['service'], person: string): Promise<void> =>
  until('the notification is read in the service', async () => {
    const { data } = await client.getFeed(person, { limit: 1 })
    return data[0]?.read === true
  })

/**
 * Checks that the panel is opaque and has the background of a theme. Bundlers rewrite style sheets, and browsers ignore
 * a color that they can't parse.
 */
export const expectGround = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  const panel = page.getByRole('dialog').filter({ has: page.getByRole('article') })
  // Without a row it is the panel that waits for its code. If it is replaced before it is read, it has no styles.
  await panel.waitFor()
  // A canvas converts every color notation to three numbers and an alpha value.
  const { lightness, opacity } = await panel.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('The browser returned no canvas context.')
    context.fillStyle = getComputedStyle(element).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data
    return { lightness: (red + green + blue) / 3, opacity: alpha }
  })
  if (opacity !== 255) throw new Error('The panel is not opaque.')
  if (lightness > 128 !== (theme === 'light')) throw new Error(`The panel is not ${theme}.`)
}

/** Sends announcements that link to a path of the same app. */
export const send = async (
  { client }: ExampleContext['service'],
  person: string,
  texts: readonly string[],
  url = '#opened',
): Promise<void> => {
  await client.bulkTrigger(
    texts.map((text) => ({ name: 'announcement', to: person, payload: { title: 'News', text, url } })),
  )
}
