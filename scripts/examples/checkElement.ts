import { checkInbox } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** Checks the element with attributes, and a property that is set later. */
export const checkElement = async (context: ExampleContext): Promise<void> => {
  const { page } = context.watched
  await checkInbox(context)
  await page.getByLabel('Deutsch').check()
  await page.getByRole('button', { name: 'Benachrichtigungen' }).waitFor()
}

/** The same in a framework that listens to its events. */
export const checkElementEvents = async (context: ExampleContext): Promise<void> => {
  await checkElement(context)
  await context.watched.page
    .locator('output')
    .filter({ hasText: `For ${context.person}` })
    .waitFor()
}
