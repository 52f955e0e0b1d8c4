import { send } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'
import { until } from './until.ts'

const dialogs = ['Native', 'Radix', 'MUI', 'Headless UI', 'Ariakit']

/** Uses the panel in each dialog with the wheel, clicks and Escape, with a popover of a row, and in full screen. */
export const checkDialogs = async ({ watched: { page }, url, person, service }: ExampleContext): Promise<void> => {
  const texts = Array.from({ length: 20 }, (_, index) => `Number ${index + 1}`)
  await send(service, person, texts)
  await page.goto(url)
  const text = page.getByText('The text of the dialog').and(page.locator(':visible'))
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const unreadTab = panel.getByRole('tab', { name: 'Unread' })
  const feed = panel.locator('.tidings-feed')
  const mute = page.getByRole('button', { name: 'Mute' })

  const openPanel = async () => {
    await bell.click()
    await panel.getByRole('article').first().waitFor()
  }
  /** The panel closes, and the dialog stays open. */
  const expectOnlyDialog = async () => {
    await panel.waitFor({ state: 'hidden' })
    await text.waitFor()
  }

  const check = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await openPanel()
    await panel.getByRole('article').first().hover()
    await page.mouse.wheel(0, 200)
    await until('the wheel scrolls the list', () => feed.evaluate(({ scrollTop }) => scrollTop > 0))
    // A click in the panel is not outside the dialog.
    await unreadTab.click()
    await until('a click selects the tab', async () => (await unreadTab.getAttribute('aria-selected')) === 'true')
    await page.keyboard.press('Escape')
    await expectOnlyDialog()
    await until('the bell has the focus', () => bell.evaluate((it) => it === document.activeElement))

    // The bell before the panel has the focus.
    await openPanel()
    await bell.focus()
    await page.keyboard.press('Escape')
    await expectOnlyDialog()

    await openPanel()
    await panel.getByRole('button', { name: 'Options' }).first().click()
    await mute.click()
    await page.keyboard.press('Escape')
    await mute.waitFor({ state: 'hidden' })
    await page.evaluate(() => document.documentElement.requestFullscreen())
    await unreadTab.click()
    await page.evaluate(() => document.exitFullscreen())
    await unreadTab.click()

    // A click in the dialog is outside the panel.
    await text.click()
    await expectOnlyDialog()
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  }

  for (const name of dialogs)
    await check(name).catch((error: unknown) => {
      throw new Error(`In the dialog of ${name}: ${String(error)}`, { cause: error })
    })
}
