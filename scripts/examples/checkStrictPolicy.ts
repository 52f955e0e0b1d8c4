import type { Page } from 'playwright'
import { checkEditing } from './checkEditing.ts'
import { checkInbox, expectGround } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

const contents = {
  rich: { text: '**Bold** and [a link](https://example.com)', shows: 'strong' },
  html: { text: '<em>Marked up</em><img src="/x.png" onerror="alert(1)">', shows: '.tidings-html em' },
}

/**
 * Uses all parts of the example. A violation of its content security policy fails the check, as every console error
 * does.
 */
export const checkStrictPolicy = async (context: ExampleContext): Promise<void> => {
  const { watched, person, service } = context
  const { page } = watched
  const { headers } = await fetchHead(context.url)
  if (
    !headers
      .get('content-security-policy')
      ?.includes("default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for")
  )
    throw new Error('The page has no content security policy.')
  await checkInbox(context)

  const choose = (name: string, value: string) => page.getByLabel(name).selectOption(value)
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const openPanel = async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await panel.getByRole('article').first().waitFor()
  }
  const closePanel = async () => {
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  }

  await service.client.bulkTrigger(
    Object.values(contents).map(({ text }) => ({
      name: 'comment-added',
      to: person,
      payload: { author: 'Ada', post: 'Plans', text, url: '/posts/1' },
    })),
  )
  await page.reload()
  await expectCount(page)
  for (const [name, { shows }] of Object.entries(contents)) {
    await choose('Content', name)
    await openPanel()
    await panel.locator(shows).first().waitFor()
    await closePanel()
  }
  for (const layout of ['popover', 'drawer']) {
    await choose('Layout', layout)
    for (const theme of ['dark', 'light'] as const) {
      await choose('Theme', theme)
      await openPanel()
      await expectGround(page, theme)
      await closePanel()
    }
  }
  await choose('Density', 'compact')
  await openPanel()
  await page.locator('.tidings[data-tidings-density="compact"]').first().waitFor()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  await page.keyboard.press('?')
  await page.getByText('Keyboard shortcuts').first().waitFor()
  await page.keyboard.press('Escape')
  await checkEditing(page, panel)
  await closePanel()

  await choose('Language', 'arabic')
  await page.locator('.tidings[dir="rtl"] button').waitFor()
  await choose('Language', 'english')
  await choose('Layout', 'page')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('article').first().waitFor()
}

const expectCount = (page: Page) =>
  page.waitForFunction(
    () =>
      /^\(\d+\) /.test(document.title) &&
      document.querySelector('link[rel="icon"]')?.getAttribute('href') === '/icon-new.svg',
  )

const fetchHead = (url: string) => fetch(url, { method: 'HEAD' })
