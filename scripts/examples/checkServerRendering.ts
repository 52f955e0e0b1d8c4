import { checkInbox, send } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** The server's HTML contains the count and the feed, and the browser fetches neither again. */
export const checkServerRendering = async (context: ExampleContext): Promise<void> => {
  const { url, person, service, watched } = context
  const expectRendered = async (path: string, words: string) => {
    const html = await (await fetch(`${url}${path}`)).text()
    if (!html.includes(words)) throw new Error(`The HTML of ${path} does not contain "${words}".`)
    watched.requests.length = 0
    await watched.page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    const fetched = watched.requests.filter((request) => request.startsWith('/api/inbox'))
    if (fetched.length > 0)
      throw new Error(`${path} was rendered on the server, but the browser fetched again: ${fetched.join(', ')}`)
  }
  await send(service, person, ['Rendered on a server'])
  await expectRendered('/', 'Notifications, 1 new')
  await expectRendered('/inbox', 'Rendered on a server')
  await watched.page.getByRole('button', { name: 'Mark all as read' }).click()
  await watched.page.getByText('1 marked as read').first().waitFor()
  await checkInbox(context)
}
