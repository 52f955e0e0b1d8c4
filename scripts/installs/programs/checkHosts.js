// Runs in an app with jsdom and production builds: a broken inbox must not affect the app.
import assert from 'node:assert/strict'
import { until } from './openPage.js'

const { createElement } = await import('react')
const { createRoot } = await import('react-dom/client')
const { Inbox } = await import('tidings')
const { persistInbox } = await import('tidings/persist')
const { createTestService, makeNotifications } = await import('tidings/testing')

assert.equal(process.env.NODE_ENV, 'production')

const broken = () => {
  throw new Error('broken')
}
const service = createTestService({ notifications: makeNotifications(3, () => ({ read: false })) })
const props = { subscriberId: 'ada', baseUrl: '/api/inbox', fetch: service.fetch, retry: false }
const mistakes = {
  'baseUrl undefined': { baseUrl: undefined },
  'baseUrl null': { baseUrl: null },
  'baseUrl a number': { baseUrl: 5 },
  'a fetch that throws': { fetch: broken },
  'a storage that throws': {
    persist: persistInbox({ getItem: broken, setItem: broken, removeItem: broken, keys: broken }),
  },
  'a label that throws': { labels: { bellNew: broken } },
  'a child that throws': { children: createElement(broken) },
}

for (const [name, mistake] of Object.entries(mistakes)) {
  const errors = []
  const root = createRoot(document.body.appendChild(document.createElement('main')), {
    onUncaughtError: broken,
    onCaughtError: () => {},
  })
  root.render([
    createElement('h1', { key: 'host' }, 'The host'),
    createElement(Inbox, { key: 'inbox', ...props, ...mistake, onError: (error) => errors.push(error.message) }),
  ])
  // Ignore React's log of errors that a boundary caught.
  await until(`an error for ${name}`, () => errors.length > 0)
  await until(name, () => document.querySelector('h1')?.textContent === 'The host')
  assert.ok(errors.length <= 1, `${name}: ${errors.join('\n')}`)
  root.unmount()
  document.body.replaceChildren()
}
process.exit()
