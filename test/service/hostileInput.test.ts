import { expect, test } from 'vitest'
import * as fc from '../setup/fastCheck.ts'
import { onEachEngine } from './support/engines.ts'
import { createWorld } from './support/world.ts'
import { changesOfAll, writes } from './support/writes.ts'

onEachEngine((engine) => {
  test('no request body causes an internal failure', async () => {
    const world = await createWorld(engine)
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('anna', 'note', 'comment-added', 'fcm', 'read', '\0', '\ud800', '{{payload}}', 'x'.repeat(3000)),
    )
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(
        fc.oneof(text, fc.constantFrom('subscriberId', 'name', 'to', '__proto__', 'toString')),
        tie('any'),
        { maxKeys: 4 },
      ),
    })).any
    const event = fc.record(
      {
        name: fc.oneof(fc.constantFrom('note', 'comment-added', 'everything', 'every-channel'), value),
        to: fc.oneof(
          fc.constant('anna'),
          text,
          fc.array(fc.oneof(text, fc.record({ subscriberId: text, data: value }))),
          value,
        ),
        payload: value,
        overrides: value,
        transactionId: value,
        actor: value,
        tenant: value,
        context: value,
      },
      { requiredKeys: ['name', 'to'] },
    )
    const body = fc.oneof(
      value,
      fc.record({ events: fc.array(fc.oneof(event, value), { maxLength: 3 }) }),
      fc.record({
        subscribers: fc.array(fc.oneof(value, fc.record({ subscriberId: text, data: value })), {
          maxLength: 3,
        }),
      }),
      fc.record({ messageId: fc.oneof(text, fc.array(text)), markAs: fc.constantFrom('read', 'unseen') }),
      fc.record({
        feedIdentifier: fc.oneof(text, fc.array(text)),
        markAs: fc.constantFrom('read', 'unseen'),
      }),
      fc.record(
        {
          action: fc.constantFrom('archive', 'snooze', 'delete'),
          notificationIds: fc.array(text),
          snoozeUntil: fc.oneof(
            text,
            fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          ),
        },
        { requiredKeys: ['action', 'notificationIds'] },
      ),
      fc.record(
        {
          notificationIds: fc.array(text),
          tags: fc.oneof(fc.array(text), fc.record({ and: fc.array(fc.record({ or: fc.array(text) })) }), value),
          data: fc.oneof(
            fc.json(),
            fc.dictionary(text, value).map((object) => JSON.stringify(object)),
            text,
          ),
        },
        { requiredKeys: [] },
      ),
      fc.record({
        providerId: fc.constantFrom('fcm', 'slack'),
        credentials: fc.record({ deviceTokens: fc.array(text), title: text }, { requiredKeys: [] }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...writes, ...changesOfAll), body, async ([method, path], sent) => {
        const { status } = await world.call(method, path, JSON.stringify(sent) ?? '')
        expect(status).toBeLessThan(500)
      }),
      // A random body is a valid event once in a while. Here is one, of a workflow that does not exist.
      { numRuns: 250, examples: [[writes[4], { events: [{ name: 'unknown', to: 'anna' }] }]] },
    )
    // Internal failures, not what a template or a sender did wrong.
    const failures = world.log.filter(
      (line) =>
        !/^The template of|^\[[\w-]+\] (An event|The template of|The time zone|Subscribers of|\S+ \S+ was refused with 4\d\d:) /u.test(
          line,
        ),
    )
    expect(failures).toEqual([])
  })

  test('no list, count or id of notifications causes an internal failure', async () => {
    const world = await createWorld(engine)
    await world.trigger({ name: 'note', to: 'anna', payload: { text: 'a' } })
    const notifications = '/v2/subscribers/anna/notifications'
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.json(), fc.maxSafeInteger()).map(String)
    const names = 'limit offset after read archived snoozed severity tags data createdGte createdLte filters'.split(' ')
    const name = fc.constantFrom(...names)
    const filter = fc.record(
      { read: fc.boolean(), archived: fc.boolean(), snoozed: fc.boolean(), tags: fc.array(fc.string()) },
      { requiredKeys: [] },
    )
    const query = fc.oneof(
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
      fc.array(filter).map((filters) => [['filters', JSON.stringify(filters)]]),
    )
    const id = fc.string({ unit: 'grapheme', minLength: 1 }).map(encodeURIComponent)
    const request = fc.oneof(
      fc
        .tuple(fc.constantFrom('', '/count'), query)
        .map(([path, pairs]) => ['GET', `${path}?${new URLSearchParams(pairs as [string, string][])}`] as const),
      fc
        .tuple(id, fc.constantFrom('read', 'unread', 'archive', 'unarchive', 'unsnooze', 'actions/primary/revert'))
        .map(([one, step]) => ['PATCH', `/${one}/${step}`] as const),
      id.map((one) => ['DELETE', `/${one}`] as const),
    )
    await fc.assert(
      fc.asyncProperty(request, async ([method, rest]) => {
        const { status } = await world.call(method, notifications + rest)
        expect([200, 400, 404, 405, 422]).toContain(status)
      }),
      { numRuns: 200 },
    )
    expect((await world.feed('anna')).totalCount).toBe(1)
  })

  test('no query causes an internal failure', async () => {
    const world = await createWorld(engine)
    await world.trigger({ name: 'note', to: 'anna', payload: { text: 'a' } })
    const payload = fc.json().map((json) => Buffer.from(json).toString('base64'))
    const query = fc.record(
      {
        page: fc.oneof(fc.nat(), fc.maxSafeInteger(), fc.string()).map(String),
        limit: fc.oneof(fc.nat(120), fc.string()).map(String),
        read: fc.constantFrom('true', 'false', ''),
        seen: fc.constantFrom('true', 'false', 'x'),
        payload: fc.oneof(payload, fc.string()),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (params) => {
        const { status } = await world.call(
          'GET',
          `/v1/subscribers/anna/notifications/feed?${new URLSearchParams(params)}`,
        )
        expect([200, 400, 422]).toContain(status)
      }),
      { numRuns: 100 },
    )
  })
})
