import type { Page } from 'playwright'
import type { ExampleContext } from './Example.ts'
import { until } from './until.ts'

/** What every example with a page does: it shows a notification in the page's colors, and opening it marks it as read at the service. */
export const checkInbox = async ({ watched: { page }, url, person, service }: ExampleContext): Promise<void> => {
  const text = `For ${person}`
  await send(service, person, [text])
  await page.goto(url)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await expectGround(page, 'light')
  // One example lets its reader choose a theme, which decides. All others inherit the page's.
  if ((await page.locator('[data-tidings-theme]').count()) === 0) {
    await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'))
    await expectGround(page, 'dark')
    await page.evaluate(() => (document.documentElement.style.colorScheme = ''))
  }
  await page.getByRole('article').filter({ hasText: text }).first().getByRole('link').click()
  await until('the service has it as read', async () => {
    const { data } = await service.client.getFeed(person, { limit: 1 })
    return data[0]?.read === true
  })
}

/**
 * The panel hides what is below it, in the colours of a theme. Bundlers rewrite style sheets, and a colour that a browser can't
 * read any more is none at all.
 */
export const expectGround = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  const panel = page.getByRole('dialog')
  await panel.waitFor()
  // In a canvas, every notation of a colour becomes three numbers and how opaque it is.
  const { lightness, opacity } = await panel.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    context.fillStyle = getComputedStyle(element).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data
    return { lightness: (red + green + blue) / 3, opacity: alpha }
  })
  if (opacity !== 255) throw new Error('The panel is see-through.')
  if (lightness > 128 !== (theme === 'light')) throw new Error(`The panel is not ${theme}.`)
}

/** Sends announcements that lead to a place of the page itself. */
export const send = async (
  { client }: ExampleContext['service'],
  person: string,
  texts: readonly string[],
): Promise<void> => {
  await client.bulkTrigger(
    texts.map((text) => ({ name: 'announcement', to: person, payload: { title: 'News', text, url: '#opened' } })),
  )
}
