import type { ExampleContext } from './Example.ts'
import { until } from './until.ts'

/** Less than the interval of a poll, so that only a hint can show a notification in time. In milliseconds. */
const patience = 10_000

/**
 * Triggers events at the service that the page's proxy is not connected to, then at the one that it is connected to.
 * The page shows each of them without a poll.
 */
export const checkCluster = async ({ url, watched: { page } }: ExampleContext): Promise<void> => {
  await page.goto(url)
  const proxy = page.locator('output')
  await until('the stream is open', async () => /^proxy [12]$/.test(await proxy.innerText()))
  const own = Number((await proxy.innerText()).slice(-1))
  const other = 3 - own
  // Twice, because the page may receive the first one by the fetch that follows the opening of the stream.
  for (const [index, service] of [other, other, own].entries()) {
    await page.getByRole('button', { name: `Trigger at service ${service}` }).click()
    await page.getByRole('button', { name: `Notifications, ${index + 1} new` }).waitFor({ timeout: patience })
  }
}
