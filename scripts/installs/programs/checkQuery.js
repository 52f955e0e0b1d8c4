// Runs in an app with jsdom: renders the inbox with each kind of QueryClient that an app can have.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { until } from './openPage.js'

const { createElement, Fragment, StrictMode } = await import('react')
const { createRoot } = await import('react-dom/client')
const { Inbox, useFeed, useMarkAll } = await import('tidings')
const { createTestService, makeNotifications } = await import('tidings/testing')
const host = await import('@tanstack/react-query')
// A second copy of react-query, under another name and with another version.
const other = await import('query-of-another-copy')

const List = () => {
  const { notifications, fetchNextPage } = useFeed()
  const { mutate } = useMarkAll()
  return createElement(
    Fragment,
    null,
    createElement(
      'p',
      null,
      `${notifications.length} shown, ${notifications.filter(({ read }) => !read).length} unread`,
    ),
    createElement('button', { id: 'more', onClick: () => void fetchNextPage() }),
    createElement('button', { id: 'mark', onClick: () => mutate({ markAs: 'read' }) }),
  )
}

const untilShown = (text) => until(text, () => document.body.textContent.includes(text))

/** Renders an inbox, loads another feed page and marks all. Returns the codes of the reported errors. */
const show = async (around, props) => {
  const codes = []
  const service = createTestService({ notifications: makeNotifications(30, () => ({ read: false })) })
  const inbox = createElement(
    Inbox,
    {
      subscriberId: 'ada',
      baseUrl: '/api/inbox',
      fetch: service.fetch,
      onError: (error) => codes.push(error.code ?? String(error)),
      ...props,
    },
    createElement(List),
  )
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(createElement(StrictMode, null, around(inbox)))
  await untilShown('20 shown, 20 unread')
  document.querySelector('#more').click()
  await untilShown('30 shown, 30 unread')
  document.querySelector('#mark').click()
  await untilShown('30 shown, 0 unread')
  root.unmount()
  document.body.replaceChildren()
  return codes
}

const alone = (inbox) => inbox
const within =
  ({ QueryClientProvider }, client) =>
  (inbox) =>
    createElement(QueryClientProvider, { client }, inbox)
const sizeOf = (client) => client.getQueryCache().getAll().length

const nearTidings = createRequire(import.meta.resolve('tidings'))
const here = createRequire(import.meta.url)
const isShared = nearTidings.resolve('@tanstack/react-query') === here.resolve('@tanstack/react-query')
assert.equal(isShared, process.env.SHARES_QUERY === 'true', 'Whether the app and tidings share one copy of react-query')

assert.deepEqual(await show(alone, {}), [])

{
  const client = new host.QueryClient()
  assert.deepEqual(await show(within(host, client), {}), [])
  // The inbox has a cache of its own: the app may persist or broadcast this one.
  assert.equal(sizeOf(client), 0)
}
for (const [name, copy, fits] of [
  ['the app', host, isShared],
  ['another copy', other, process.env.OTHER_FITS === 'true'],
]) {
  const client = new copy.QueryClient()
  const codes = await show(alone, { queryClient: client })
  assert.deepEqual([name, codes, sizeOf(client) > 0], [name, fits ? [] : ['TIDINGS_205'], fits])
}
process.exit()
