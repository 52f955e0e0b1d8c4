import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createTestService, makeNotification } from '../../src/testing/index.ts'
import { showInbox } from './showInbox.tsx'

it('a changed subscriber sees nothing of the previous one: no row, no count, no late response, no request', async () => {
  const ada = createTestService({ notifications: [makeNotification(1, { _id: 'hers', subject: 'For Ada' })] })
  const bob = createTestService({
    subscriberId: 'bob',
    notifications: [
      makeNotification(2, { _id: 'his', subject: 'For Bob', seen: true }),
      makeNotification(3, { _id: 'his-too', subject: 'Also for Bob', seen: true }),
    ],
  })
  const route: typeof fetch = (input, init) =>
    (String(input).includes('/subscribers/bob/') ? bob : ada).fetch(input, init)
  const inbox = showInbox(ada, { fetch: route, pollInterval: 20 })
  await inbox.open()
  expect(inbox.container).toHaveTextContent('For Ada')
  expect(inbox.count()).toBe(1)

  // One of Ada's polls is pending, and its response arrives too late.
  const answerAda = ada.hold('getFeed')
  const polls = ada.requests.length
  await waitFor(() => expect(ada.requests.length).toBeGreaterThan(polls))
  const answerBob = bob.hold('getFeed')
  inbox.change({ subscriberId: 'bob' })
  expect(inbox.container).not.toHaveTextContent('For Ada')
  expect(inbox.count()).toBe(0)
  await inbox.click(/^Notifications/)
  const before = ada.requests.length
  await act(async () => answerAda())
  expect(inbox.ids()).toEqual([])
  expect(inbox.count()).toBe(0)

  answerBob()
  await waitFor(() => expect(inbox.ids()).toEqual(['his-too', 'his']))
  expect(inbox.container).not.toHaveTextContent('For Ada')
  expect(inbox.count()).toBe(0)
  expect(ada.requests.length).toBe(before)
})
