import { checkInbox, send } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** The server's HTML holds the number and the list, and the browser asks for neither again. */
export const checkServerRendering = async (context: ExampleContext): Promise<void> => {
  const { url, person, service, watched } = context
  const expectDrawn = async (path: string, words: string) => {
    const html = await (await fetch(`${url}${path}`)).text()
    if (!html.includes(words)) throw new Error(`The HTML of ${path} does not hold "${words}".`)
    watched.requests.length = 0
    await watched.page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    const asked = watched.requests.filter((request) => request.startsWith('/api/inbox'))
    if (asked.length > 0)
      throw new Error(`${path} was drawn on the server, and asked all the same: ${asked.join(', ')}`)
  }
  await send(service, person, ['Drawn on a server'])
  await expectDrawn('/', 'Notifications, 1 new')
  await expectDrawn('/inbox', 'Drawn on a server')
  await watched.page.getByRole('button', { name: 'Mark all as read' }).click()
  await watched.page.getByText('1 marked as read').first().waitFor()
  await checkInbox(context)
}
