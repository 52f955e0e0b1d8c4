import { checkInbox, send } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** The server's HTML contains the count and the feed, and the browser fetches neither before its stream is open. */
export const checkServerRendering = async (context: ExampleContext): Promise<void> => {
  const { url, person, service, watched } = context
  const expectRendered = async (path: string, words: string) => {
    const html = await (await fetch(`${url}${path}`)).text()
    if (!html.includes(words)) throw new Error(`The HTML of ${path} does not contain "${words}".`)
    watched.requests.length = 0
    const opened = watched.page.waitForResponse((response) => response.url().endsWith('/live'))
    await watched.page.goto(`${url}${path}`)
    await opened
    const requests = watched.requests.filter((request) => request.startsWith('/api/inbox'))
    // The first request opens the stream. Then the inbox fetches what it may have missed.
    if (!requests[0]?.endsWith('/live'))
      throw new Error(`${path} was rendered on the server, but the browser fetched again: ${requests[0]}`)
  }
  await send(service, person, ['Rendered on a server'])
  await expectRendered('/', 'Notifications, 1 new')
  await expectRendered('/inbox', 'Rendered on a server')
  await watched.page.getByRole('button', { name: 'Mark all as read' }).click()
  await watched.page.getByText('1 marked as read').first().waitFor()
  await checkInbox(context)
}
