import type { ExampleContext } from './Example.ts'
import { until } from './until.ts'

/** What every example with a page does: it shows a notification, and opening it marks it as read at the service. */
export const checkInbox = async ({ watched: { page }, url, person, service }: ExampleContext): Promise<void> => {
  const text = `For ${person}`
  await send(service, person, [text])
  await page.goto(url)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await page.getByRole('article').filter({ hasText: text }).first().getByRole('link').click()
  await until('the service has it as read', async () => {
    const { data } = await service.client.getFeed(person, { limit: 1 })
    return data[0]?.read === true
  })
}

/** Sends announcements that lead to a place of the page itself. */
export const send = async ({ client }: ExampleContext['service'], person: string, texts: readonly string[]): Promise<void> => {
  await client.bulkTrigger(
    texts.map((text) => ({ name: 'announcement', to: person, payload: { title: 'News', text, url: '#opened' } })),
  )
}
