import type { Locator, Page } from 'playwright'

/** Changes a channel and the delivery hours in an open panel, and returns to the feed. */
export const checkEditing = async (page: Page, panel: Locator): Promise<void> => {
  const saved = page.locator('output')
  await panel.getByRole('button', { name: 'Preferences' }).click()
  await panel.getByRole('switch', { name: 'Email' }).first().click()
  await saved.filter({ hasText: 'email: false' }).waitFor()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await panel.getByRole('switch', { name: 'Deliver only at these hours' }).click()
  await saved.filter({ hasText: 'schedule: false' }).waitFor()
  await panel.getByRole('button', { name: 'Back' }).click()
}
