// Runs in an app: loads the entries that need no optional packages, and renders the inbox as a server does.
import assert from 'node:assert/strict'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Inbox } from 'tidings'
import { createServiceClient } from 'tidings/client'
import { createInboxProxy } from 'tidings/proxy'

const proxy = createInboxProxy({
  serviceUrl: 'http://127.0.0.1:1',
  apiKey: 'k',
  basePath: '/api/inbox',
  authenticate: () => null,
})
const refused = await proxy(new Request('http://app.test/api/inbox/v1/subscribers/ada/notifications/feed'))
assert.equal(refused.status, 401)
assert.equal(typeof createServiceClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' }).getFeed, 'function')

const html = renderToString(createElement(Inbox, { subscriberId: 'ada', baseUrl: '/api/inbox' }))
assert.match(html, /<button[^>]*aria-label="Notifications"|<button[^>]*>.*Notifications/s)

// An entry loads a supported optional package, and reports one that is too old.
const entryOf = { msw: 'tidings/testing/msw', '@testing-library/user-event': 'tidings/testing/react' }
const listed = (text) => text.split(',').filter(Boolean)
for (const name of listed(process.env.FITS)) await import(entryOf[name])
for (const name of listed(process.env.TOO_OLD))
  await assert.rejects(import(entryOf[name]), (error) => {
    assert.equal(error.code, 'TIDINGS_401')
    assert.match(
      error.message,
      new RegExp(
        `the installed ${name} \\d+\\.\\d+\\.\\d+ is not supported: this entry requires .*npm install --save-dev`,
      ),
    )
    return true
  })
