import { createTestService, makeNotification } from 'tidings/testing'
import { ago, morning, ownChoice } from '../stories/support/fixtures.ts'

/** The reader of the examples. Each browser page has one of its own, because it also has a service of its own. */
export const user = { id: `reader-${crypto.randomUUID()}`, timeZone: 'Europe/Berlin' }

const comment = (number: number, age: number) =>
  makeNotification(number, {
    createdAt: ago(age),
    actor: { type: 'user', data: 'Ines Duarte' },
    subject: 'Ines Duarte commented on “Launch plan”',
    content: 'Shall we move the date by a week?',
    tags: ['conversation'],
    payload: { author: 'Ines Duarte', post: 'Launch plan', project: 'Atlas' },
  })

const service = createTestService({
  subscriberId: user.id,
  notifications: [
    comment(20, 300_000),
    ...morning().map((notification) => ({
      ...notification,
      templateIdentifier: 'other',
      ...(notification.subject?.startsWith('Invoice') && { tags: ['billing'], read: false }),
    })),
  ],
  preferences: ownChoice(),
  live: true,
  counts: true,
})

let sent = 20

/** Sends the reader a notification. */
export const sendNotification = (): void => service.add(comment((sent += 1), 0))

// The examples pass no `fetch`, as most apps.
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
  return pathname.startsWith('/api/inbox/') ? service.fetch(input, init) : fetch(input, init)
}
