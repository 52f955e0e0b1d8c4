import type { Locator, Page } from 'playwright'
import { checkInbox, send, untilNewestIsRead } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** Checks the element with attributes, and a property that is set later. */
export const checkElement = async (context: ExampleContext): Promise<void> => {
  await checkInbox(context)
  await checkLanguage(context)
}

const checkLanguage = async ({ watched: { page } }: ExampleContext) => {
  await page.getByLabel('Deutsch').check()
  await page.getByRole('button', { name: 'Benachrichtigungen' }).waitFor()
}

/** A row of the app is outside the shadow root. Its text covers the row's link, which has none. */
export const ownRow = (page: Page, text: string): Locator => page.locator('.row').filter({ hasText: text }).first()

/**
 * The same in a framework: the app listens to an event, renders the rows, which show the mark of the opened notification,
 * and opens the panel.
 */
export const checkFramework = async (context: ExampleContext): Promise<void> => {
  const { page } = context.watched
  await checkInbox(context, ownRow)
  await checkLanguage(context)
  await page.getByLabel('Deutsch').uncheck()
  const text = `For ${context.person}`
  await page.locator('output').filter({ hasText: text }).waitFor()
  await page.getByRole('button', { name: 'Show the news' }).click()
  await page
    .locator('.row')
    .filter({ hasText: `✓ News ${text}` })
    .first()
    .waitFor()
  // Earlier checks of the same service sent one too.
  const another = `Another one at ${Date.now()}`
  await send(context.service, context.person, [another])
  const row = page.locator('.row').filter({ hasText: another })
  await row.filter({ hasText: '★' }).waitFor()
  const article = page.getByRole('article', { name: another })
  await article.hover()
  await article.getByRole('button', { name: 'Mark as read' }).click()
  await row.filter({ hasText: '✓' }).waitFor()
  // Before the app's server stops. The next check expects one new notification.
  await untilNewestIsRead(context.service, context.person)
}
