import { checkInbox, send } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

const isStream = (url: string) => /\/live(\?|$)/.test(url)

/**
 * The server's HTML contains the count and the feed, and the browser fetches neither before its stream is open. The bell
 * only fetches the first page of its panel.
 */
export const checkServerRendering = async (context: ExampleContext): Promise<void> => {
  const { url, person, service, watched } = context
  const expectRendered = async (path: '' | 'inbox', words: string, expected: number) => {
    const html = await (await fetch(`${url}${path}`)).text()
    if (!html.includes(words)) throw new Error(`The HTML of /${path} does not contain "${words}".`)
    // The page before, whose stream has opened, may fetch until it is left.
    await watched.page.goto('about:blank')
    watched.requests.length = 0
    const opened = watched.page.waitForResponse((response) => isStream(response.url()))
    await watched.page.goto(`${url}${path}`)
    await opened
    const requests = watched.requests.filter((request) => request.includes('/api/inbox/'))
    // After the stream has opened, the inbox may fetch what it may have missed.
    const fetched = requests.slice(0, requests.findIndex(isStream))
    if (fetched.length > expected)
      throw new Error(`/${path} was rendered on the server, but the browser fetched again: ${fetched.join(', ')}`)
  }
  await send(service, person, ['Rendered on a server'])
  // A development server compiles the route on its first request. On a busy machine that takes longer than the client
  // waits before it tries again.
  await fetch(`${url}api/inbox/v1/subscribers/${person}/notifications/feed`)
  await expectRendered('', 'Notifications, 1 new', 1)
  await expectRendered('inbox', 'Rendered on a server', 0)
  await watched.page.getByRole('button', { name: 'Mark all as read' }).click()
  await watched.page.getByText('Marked as read').first().waitFor()
  await checkInbox(context)
}
