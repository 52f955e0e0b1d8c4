import { createHash } from 'node:crypto'
import { textResponse } from '../../node/textResponse.ts'
import type { Delivery } from '../delivery/createDelivery.ts'
import { switchOffEmail } from '../operations/preferences.ts'
import type { Runs } from '../runs/createRuns.ts'
import { findSubscriberByKey } from '../subscribers/findSubscribers.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { Commit } from './createCommit.ts'
import { Refusal } from './Refusal.ts'

const methods = ['GET', 'HEAD', 'POST']

/**
 * Responds to the links in the headers of mails. The token is the permission, so no key is needed. A GET shows a page
 * with a button, because mail scanners follow links. The POST of a mail provider or of that button switches off. Its
 * body is not read.
 */
export const createUnsubscribe = ({
  catalog,
  delivery,
  commit,
  runs,
}: {
  catalog: Catalog
  delivery: Pick<Delivery, 'readUnsubscribeToken'>
  commit: Commit
  runs: Pick<Runs, 'time'>
}) => {
  const workflows = new Map([...catalog.workflows.values()].map((workflow) => [workflow.id, workflow]))

  /** @throws Refusal 405 for another method. */
  return async ({ method }: Request, token: string): Promise<Response> => {
    if (!methods.includes(method)) {
      const allow = methods.join(', ')
      throw new Refusal(405, `This address allows ${allow}, not ${method}.`, { headers: { allow } })
    }
    const link = delivery.readUnsubscribeToken(token)
    // The id of a workflow contains its environment: links of other environments are unknown here.
    const workflow = link && workflows.get(link.workflowId)
    // The same page for all links that do not work: it says nothing about subscribers and workflows.
    if (!workflow || workflow.critical) return unknownLink()
    const isPost = method === 'POST'
    const isKnown = await commit(isPost ? 'write' : 'read', async ({ trx, report }) => {
      const subscriber = await findSubscriberByKey(trx, link.subscriberKey, { lock: isPost })
      if (subscriber && isPost) await switchOffEmail({ trx, report, catalog, time: runs.time() }, subscriber, workflow)
      return subscriber !== undefined
    })
    if (!isKnown) return unknownLink()
    const name = `<bdi>${escapeHtml(workflow.name)}</bdi>`
    return isPost
      ? page(200, 'Emails switched off', [
          `You no longer get emails of “${name}”.`,
          'To get them again, switch them on in the preferences of your notifications, in the app that sent the email.',
        ])
      : page(
          200,
          'Switch off these emails?',
          [`The button switches off the emails of “${name}”. Your other notifications stay as they are.`],
          '<form method="post"><button>Switch off</button></form>',
        )
  }
}

const unknownLink = () =>
  page(404, 'This link does not work', [
    'It is incomplete, or what it belongs to no longer exists.',
    'You can choose your emails in the preferences of your notifications, in the app that sent the email.',
  ])

/** A page without scripts. The form posts to the address of the page, whatever a reverse proxy has removed from it. */
const page = (status: number, title: string, texts: readonly string[], form = ''): Response =>
  textResponse(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${texts.map((text) => `<p>${text}</p>`).join('\n')}
${form}
</main>
</body>
</html>
`,
    { status, headers },
  )

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1.125rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 10vh 1.25rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
button {
  padding: .75rem 1.5rem; border: 1px solid transparent; border-radius: .5rem;
  background: CanvasText; color: Canvas; font: inherit; cursor: pointer;
}
button:focus-visible { outline: 2px solid CanvasText; outline-offset: 3px; }
`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  // The address is a permission, which no other site and no search engine gets.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
