import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { notificationPage, type NotificationV2, notificationV2 } from '../../src/contract/index.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { onEachEngine } from './support/engines.ts'
import { note } from './support/events.ts'
import { createWorld, type World } from './support/world.ts'

const pathOf = (rest = '', subscriberId = 'anna') => `/v2/subscribers/${subscriberId}/notifications${rest}`

/** The value in an envelope, which each response to an extension has. */
const opened = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> =>
  z.parse(schema, z.parse(z.strictObject({ data: z.unknown() }), body).data)

const list = async (world: World, query = '') => {
  const { status, body } = await world.call('GET', pathOf(`?limit=100${query}`))
  expect(status).toBe(200)
  return z.parse(notificationPage, body)
}

const texts = async (world: World, query = '') => (await list(world, query)).data.map(({ body }) => body)

/** Texts and counts of the feed, which have to agree. */
const feedOf = async (world: World, subscriberId = 'anna') => {
  const page = await world.feed(subscriberId, '?limit=100')
  const total = async (query: string) => (await world.feed(subscriberId, `?limit=1&${query}`)).totalCount
  expect(page.totalCount).toBe(page.data.length)
  expect(await total('read=false')).toBe(page.data.filter(({ read }) => !read).length)
  expect(await total('seen=false')).toBe(page.data.filter(({ seen }) => !seen).length)
  expect(await total('read=true&seen=true')).toBe(page.data.filter(({ read, seen }) => read && seen).length)
  return page.data.map(({ content }) => content)
}

/** A world in which Anna has notes with these texts, the last one newest, and Ben one. */
const setUp = async (engine: Parameters<typeof createWorld>[0], names: string[], options = {}) => {
  const world = await createWorld(engine, options)
  for (const name of names) {
    await world.trigger(note(name))
    world.clock.advance(1_000)
  }
  await world.trigger(note('of ben', 'ben'))
  const ids = new Map((await world.feed('anna', '?limit=100')).data.map(({ content, _id }) => [content, _id]))
  const id = (name: string) => ids.get(name) ?? expect.unreachable(`no ${name}`)
  const onOne = async (name: string, step: string, body?: object) => {
    const answer = await world.call('PATCH', pathOf(`/${id(name)}/${step}`), body)
    expect({ answer }).toMatchObject({ answer: { status: 200 } })
    return opened(notificationV2, answer.body)
  }
  const batch = async (body: object) => {
    const answer = await world.call('POST', pathOf('/batch'), body)
    expect({ answer }).toMatchObject({ answer: { status: 200 } })
    return opened(z.array(notificationV2), answer.body)
  }
  const count = async (...filters: object[]) => {
    const query = new URLSearchParams({ filters: JSON.stringify(filters) })
    const { status, body } = await world.call('GET', pathOf(`/count?${query}`))
    expect({ status, body }).toMatchObject({ status: 200, body: { data: filters.map((filter) => ({ filter })) } })
    return opened(z.array(z.object({ count: z.number() })), body).map((each) => each.count)
  }
  return { ...world, world, id, onOne, batch, count }
}

const flags = ({ isRead, isSeen, isArchived, isSnoozed }: NotificationV2) =>
  [isRead && 'read', isSeen && 'seen', isArchived && 'archived', isSnoozed && 'snoozed'].filter(Boolean).join(' ')

onEachEngine((engine) => {
  test('a key that was used with another path is refused, where no body tells the requests apart', async () => {
    const { world, id } = await setUp(engine, ['a', 'b'])
    const archive = (name: string) =>
      world.call('PATCH', pathOf(`/${id(name)}/archive`), undefined, { 'idempotency-key': 'once' })
    const { status, body } = await archive('a')
    expect(await archive('a')).toMatchObject({ status, body })
    expect([status, (await archive('b')).status]).toEqual([200, 422])
    expect(await feedOf(world)).toEqual(['b'])
  })

  test('archive reads and sees, unarchive keeps that, unread unarchives', async () => {
    const { world, onOne, count, clock } = await setUp(engine, ['a', 'b'])
    const { archivedAt, ...archived } = await onOne('a', 'archive')
    expect([flags(archived as NotificationV2), archivedAt]).toEqual(['read seen archived', clock.now.toISOString()])
    expect(await feedOf(world)).toEqual(['b'])
    expect(await texts(world)).toEqual(['b'])
    expect(await texts(world, '&archived=true')).toEqual(['a'])
    expect(await count({}, { archived: true }, { read: false }, { archived: true, read: false })).toEqual([1, 1, 1, 0])

    expect(flags(await onOne('a', 'unarchive'))).toBe('read seen')
    expect(await feedOf(world)).toEqual(['b', 'a'])
    await onOne('a', 'archive')
    expect(flags(await onOne('a', 'unread'))).toBe('seen')
    expect(await feedOf(world)).toEqual(['b', 'a'])
    await onOne('a', 'archive')
    await world.mark('anna', (await list(world, '&archived=true')).data[0]?.id ?? '', 'unread')
    expect(await feedOf(world)).toEqual(['b', 'a'])
    expect(flags(await onOne('a', 'read'))).toBe('read seen')
  })

  test('a used button stays used for each reader of the message, until that is reverted', async () => {
    const { world, trigger, call, feed } = await setUp(engine, [])
    await trigger({ name: 'comment-added', to: 'anna', payload: { who: 'Ben', text: 'hi', postId: 7 } })
    const [before] = (await feed('anna')).data
    const act = async (path: string) => {
      const { body } = await call('PATCH', pathOf(`/${before?._id}/actions/${path}`))
      return opened(notificationV2, body).primaryAction
    }
    const stored = async () => (await feed('anna')).data[0]?.cta.action
    const { buttons } = before?.cta.action ?? {}
    const done = { buttons, status: 'done', result: { type: 'primary' } }

    expect(await act('primary/complete')).toEqual({ label: 'Reply to Ben', isCompleted: true })
    expect(await stored()).toEqual(done)
    expect(await act('primary/complete')).toMatchObject({ isCompleted: true })
    expect(await act('primary/revert')).toMatchObject({ isCompleted: false })
    expect(await stored()).toEqual({ ...done, status: 'pending' })
    await act('primary/complete')
    for (const path of ['secondary/complete', 'secondary/revert'])
      expect((await call('PATCH', pathOf(`/${before?._id}/actions/${path}`))).status).toBe(400)
    for (const path of ['tertiary/complete', 'primary/undo'])
      expect((await call('PATCH', pathOf(`/${before?._id}/actions/${path}`))).status).toBe(404)
    expect((await call('PATCH', pathOf(`/${before?._id}/actions/primary/revert`, 'ben'))).status).toBe(404)
    expect(await stored()).toEqual(done)
    expect((await feed('anna')).data[0]).toMatchObject({ read: false, seen: false })
    expect(await feedOf(world)).toHaveLength(1)
  })

  test('delete removes the message for good, and a second time it is unknown', async () => {
    const { world, id, call, onOne } = await setUp(engine, ['a', 'b'])
    expect(await call('DELETE', pathOf(`/${id('a')}`))).toMatchObject({ status: 204, body: undefined })
    expect(await feedOf(world)).toEqual(['b'])
    expect((await call('DELETE', pathOf(`/${id('a')}`))).status).toBe(404)
    await onOne('b', 'archive')
    expect((await call('DELETE', pathOf(`/${id('b')}`))).status).toBe(204)
    expect(await feedOf(world)).toEqual([])
    expect(await world.mark('anna', id('a'), 'read')).toEqual([])
  })

  test('snooze takes a message out of the feed and the archive, and unsnooze returns it to its place', async () => {
    const { world, id, onOne, batch, count } = await setUp(engine, ['a', 'b', 'c'])
    await onOne('b', 'archive')
    const snoozed = await onOne('b', 'snooze', { snoozeUntil: '2026-03-02T09:00:00+01:00' })
    expect([flags(snoozed), snoozed.snoozedUntil]).toEqual(['read seen snoozed', '2026-03-02T08:00:00.000Z'])
    const notificationIds = [id('c'), id('b'), 'nothing']
    const snoozeUntil = '2027-03-01T12:00:00.000Z'
    const again = await batch({ action: 'snooze', notificationIds, snoozeUntil })
    expect(again.map((each) => [each.body, each.snoozedUntil])).toEqual([
      ['c', snoozeUntil],
      ['b', snoozeUntil],
    ])
    expect(await feedOf(world)).toEqual(['a'])
    expect(await texts(world, '&snoozed=true')).toEqual(['c', 'b'])
    expect(await count({ snoozed: true }, { archived: true }, {})).toEqual([2, 0, 1])
    expect(await world.mark('anna', id('c'), 'seen')).toMatchObject([{ seen: true, snoozedUntil: snoozeUntil }])

    expect(flags(await onOne('b', 'unsnooze'))).toBe('read seen')
    expect(await feedOf(world)).toEqual(['b', 'a'])
    expect(flags(await onOne('c', 'archive'))).toBe('read seen archived')
    await batch({ action: 'snooze', notificationIds: [id('a')], snoozeUntil })
    expect((await batch({ action: 'unsnooze', notificationIds: [id('a'), id('b')] })).map(flags)).toEqual([
      '',
      'read seen',
    ])
    expect(await feedOf(world)).toEqual(['b', 'a'])
  })

  test('a batch changes those that it finds, in the order of the request', async () => {
    const { world, id, batch, feed } = await setUp(engine, ['a', 'b', 'c'])
    const other = (await feed('ben')).data[0]?._id ?? ''
    const notificationIds = [id('c'), 'nothing', other, id('a'), id('c')]
    const bodies = (found: NotificationV2[]) => found.map(({ body }) => body)
    const archived = await batch({ action: 'archive', notificationIds })
    expect([bodies(archived), archived.map(flags)]).toEqual([['c', 'a'], Array(2).fill('read seen archived')])
    expect(await feedOf(world)).toEqual(['b'])
    expect(await feedOf(world, 'ben')).toEqual(['of ben'])
    expect(bodies(await batch({ action: 'unarchive', notificationIds }))).toEqual(['c', 'a'])
    expect(await feedOf(world)).toEqual(['c', 'b', 'a'])
    expect((await batch({ action: 'delete', notificationIds })).map(flags)).toEqual(['read seen', 'read seen'])
    expect(await batch({ action: 'delete', notificationIds })).toEqual([])
    expect(await feedOf(world)).toEqual(['b'])
    expect(await feedOf(world, 'ben')).toEqual(['of ben'])
  })

  test('bulk operations change all that match in the feed, and delete what is put aside too', async () => {
    const { world, id, call, onOne, trigger } = await setUp(engine, ['a', 'b', 'c'])
    const all = async (step: string, body: object = {}) => {
      expect(await call('POST', pathOf(`/${step}`), body)).toMatchObject({ status: 204, body: undefined })
    }
    const comment = { name: 'comment-added', to: 'anna', payload: { who: 'Ben', text: 'hi', postId: 7 } }
    await trigger({ ...comment, overrides: { novu: { data: { post: 7, kind: 'x' } } } })
    await onOne('c', 'archive')
    const said = 'Ben said: hi'

    await all('seen', { notificationIds: [id('a'), 'nothing'] })
    expect(await texts(world, '&seen=true')).toEqual(['a'])
    await all('read', { tags: ['social', 'other'] })
    expect(await texts(world, '&read=true')).toEqual([said])
    await all('seen')
    expect(await texts(world, '&seen=false')).toEqual([])
    for (const body of [{ data: '{"post":8}' }, { tags: { and: [{ or: ['social'] }, { or: ['none'] }] } }])
      await all('archive', body)
    expect(await feedOf(world)).toEqual([said, 'b', 'a'])
    await all('archive', { tags: { and: [{ or: ['social'] }] }, data: '{"post":[7,8],"kind":"x"}' })
    expect(await feedOf(world)).toEqual(['b', 'a'])
    await onOne('a', 'read')
    await all('read-archive')
    expect(await feedOf(world)).toEqual(['b'])
    expect(await texts(world, '&archived=true')).toEqual([said, 'c', 'a'])
    await all('read')
    expect(await texts(world, '&read=true')).toEqual(['b'])
    await all('archive')
    expect(await feedOf(world)).toEqual([])
    await onOne('b', 'unarchive')
    await all('delete', { tags: ['social'] })
    expect(await texts(world, '&archived=true')).toEqual(['c', 'a'])
    await all('delete')
    expect([await feedOf(world), await texts(world, '&archived=true')]).toEqual([[], []])
    expect(await feedOf(world, 'ben')).toEqual(['of ben'])
  })

  test('a mark-all leaves the archive and snoozed ones as they are', async () => {
    const { world, onOne, call } = await setUp(engine, ['a', 'b', 'c'])
    await onOne('a', 'archive')
    await onOne('c', 'snooze', { snoozeUntil: '2026-03-02T00:00:00Z' })
    const markAll = (markAs: string) => call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs })
    expect((await markAll('read')).body).toBe(1)
    expect((await markAll('unread')).body).toBe(1)
    expect((await markAll('unseen')).body).toBe(1)
    expect((await list(world, '&archived=true')).data.map(flags)).toEqual(['read seen archived'])
    expect((await list(world, '&snoozed=true')).data.map(flags)).toEqual(['snoozed'])
    expect(await feedOf(world)).toEqual(['b'])
  })

  test('a list is newest first, in pages, and has the filters of the request', async () => {
    const { world, id, trigger, clock } = await setUp(engine, ['a', 'b', 'c', 'd'])
    const times = Object.fromEntries(
      (await list(world)).data.map(({ body, createdAt }) => [body, Date.parse(createdAt)]),
    )
    expect(await list(world, '&read=false')).toMatchObject({ hasMore: false, filter: { limit: 100, read: false } })
    const page = async (query: string) => {
      const { body } = await world.call('GET', pathOf(`?${query}`))
      const { data, hasMore } = z.parse(notificationPage, body)
      return [data.map((each) => each.body).join(''), hasMore]
    }
    expect(await page('limit=3')).toEqual(['dcb', true])
    expect(await page('limit=4')).toEqual(['dcba', false])
    expect(await page(`limit=3&after=${id('b')}`)).toEqual(['a', false])
    expect(await page('limit=2&offset=1')).toEqual(['cb', true])
    expect(await page(`after=${id('d')}&offset=1`)).toEqual(['ba', false])
    expect(await page(`createdGte=${times['b']}&createdLte=${times['c']}`)).toEqual(['cb', false])
    expect(await page('tags=social&tags=none')).toEqual(['', false])
    expect(await page('severity=none&severity=low')).toEqual(['dcba', false])
    expect(await page('severity=high')).toEqual(['', false])
    expect(await page('archived=true&snoozed=true')).toEqual(['', false])
    await trigger({ name: 'invoice', to: 'anna', payload: { number: 1 } })
    clock.advance(1)
    expect(await page('limit=1')).toEqual(['Invoice 1', true])
  })

  test('a workflow’s severity is that of its notifications, by which lists and counts filter', async () => {
    const { world, trigger, count } = await setUp(engine, ['a'], {
      change: (file: { workflows: { identifier: string; severity?: string }[] }) =>
        Object.assign(file.workflows.find(({ identifier }) => identifier === 'alert') ?? {}, { severity: 'high' }),
    })
    await trigger({ name: 'alert', to: 'anna', payload: { text: 'fire' } })
    const [first] = (await list(world, '&severity=high&severity=low')).data
    expect(first).toMatchObject({
      body: 'Alert: fire',
      severity: 'high',
      workflow: { severity: 'high', critical: true },
    })
    expect(await texts(world, '&severity=none')).toEqual(['a'])
    expect(await count({ severity: ['high'] }, { severity: ['low'] }, { severity: ['none'], read: false })).toEqual([
      1, 0, 1,
    ])
  })

  test('a notification has all fields of its message', async () => {
    const { world, trigger, clock } = await setUp(engine, [])
    await trigger({
      name: 'comment-added',
      to: 'anna',
      actor: 'anna',
      transactionId: 't1',
      payload: { who: 'Ben', text: 'hi', postId: 7 },
      overrides: { novu: { data: { post: 7 } } },
    })
    const now = clock.now.toISOString()
    expect((await list(world)).data).toEqual([
      {
        id: expect.any(String),
        transactionId: 't1',
        subject: 'New comment',
        body: 'Ben said: hi',
        to: {
          id: expect.any(String),
          subscriberId: 'anna',
          firstName: 'Anna',
          lastName: 'Abel',
          avatar: 'https://img.test/anna.png',
        },
        isRead: false,
        isSeen: false,
        isArchived: false,
        isSnoozed: false,
        deliveredAt: [now],
        createdAt: now,
        avatar: 'https://img.test/anna.png',
        primaryAction: { label: 'Reply to Ben', isCompleted: false },
        channelType: 'in_app',
        tags: ['social'],
        data: { post: 7 },
        redirect: { url: '/posts/7' },
        workflow: {
          id: expect.any(String),
          identifier: 'comment-added',
          name: 'Comment added',
          critical: false,
          tags: ['social'],
          severity: 'none',
        },
        severity: 'none',
      },
    ])
  })

  describe('what is refused changes nothing:', () => {
    test.each<[string, string, unknown, number]>([
      ['PATCH', '/ID_OF_BEN/archive', undefined, 404],
      ['PATCH', '/nothing/read', undefined, 404],
      ['PATCH', '/ID_OF_MAIL/unread', undefined, 404],
      ['DELETE', '/ID_OF_BEN', undefined, 404],
      ['PATCH', '/ID/actions/primary/complete', undefined, 400],
      ['PATCH', '/ID_OF_BEN/actions/primary/complete', undefined, 404],
      ['DELETE', '/%00', undefined, 400],
      ['DELETE', '/%ff', undefined, 400],
      ['PATCH', '/ID/remove', undefined, 404],
      ['GET', '/ID', undefined, 405],
      ['DELETE', '/count', undefined, 405],
      ['POST', '/archive', { notificationIds: ['ID'] }, 422],
      ['POST', '/delete', { notificationIds: ['ID'] }, 422],
      ['POST', '/read-archive', { ids: ['ID'] }, 422],
      ['POST', '/read', { tags: [] }, 422],
      ['POST', '/delete', { tags: {} }, 422],
      ['POST', '/delete', { tags: { and: [] } }, 422],
      ['POST', '/delete', { data: '[1]' }, 422],
      ['POST', '/delete', { data: '{' }, 422],
      ['POST', '/delete', { data: '{"a":"\\u0000"}' }, 422],
      [
        'POST',
        '/delete',
        { data: JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, n]))) },
        422,
      ],
      ['POST', '/delete', [], 422],
      ['POST', '/seen', { notificationIds: [] }, 422],
      ['POST', '/batch', { action: 'archive', notificationIds: [] }, 422],
      ['POST', '/batch', { action: 'archive', notificationIds: Array(101).fill('ID') }, 422],
      ['POST', '/batch', { action: 'read', notificationIds: ['ID'] }, 422],
      ['POST', '/batch', { notificationIds: ['ID'] }, 422],
      ['POST', '/batch', { action: 'delete' }, 422],
      ['POST', '/batch', { action: 'snooze', notificationIds: ['ID'] }, 422],
      ['POST', '/batch', { action: 'archive', notificationIds: ['ID'], snoozeUntil: '2026-03-02T00:00:00Z' }, 422],
      ['POST', '/batch', { action: 'snooze', notificationIds: ['ID'], snoozeUntil: '2026-02-01T00:00:00Z' }, 422],
      ['PATCH', '/ID/snooze', { snoozeUntil: '2026-03-01T12:00:00.000Z' }, 422],
      ['PATCH', '/ID/snooze', { snoozeUntil: '2027-03-02T00:00:00.000Z' }, 422],
      ['PATCH', '/ID/snooze', { snoozeUntil: '9999-12-31T00:00:00.000Z' }, 422],
      ['PATCH', '/ID/snooze', { snoozeUntil: '2026-03-02' }, 422],
      ['PATCH', '/ID/snooze', { snoozeUntil: 'tomorrow' }, 422],
      ['PATCH', '/ID/snooze', { snoozeUntil: 1_800_000_000_000 }, 422],
      ['PATCH', '/ID/snooze', {}, 422],
      ['PATCH', '/ID_OF_BEN/snooze', { snoozeUntil: '2026-03-02T00:00:00Z' }, 404],
      ['PATCH', '/nothing/unsnooze', undefined, 404],
      ['GET', '?limit=101', undefined, 422],
      ['GET', '?archived=yes', undefined, 422],
      ['GET', '?severity=urgent', undefined, 422],
      ['GET', '?read=true&read=true', undefined, 422],
      ['GET', '?createdGte=now', undefined, 422],
      ['GET', '?data=x', undefined, 422],
      ['GET', '?after=nothing', undefined, 400],
      ['GET', '/count', undefined, 422],
      ['GET', '/count?filters={}', undefined, 422],
      ['GET', '/count?filters=[1]', undefined, 422],
      ['GET', '/count?filters=[{"ids":["ID"]}]', undefined, 422],
      ['GET', `/count?filters=[${Array(31).fill('{}').join()}]`, undefined, 422],
    ])('%s %s %j', async (method, path, body, status) => {
      const { world, id, feed, call, trigger } = await setUp(engine, ['a'])
      await trigger({ name: 'invoice', to: 'anna', payload: { number: 1 } })
      const { rows } = await sql<{ id: string }>`
        select messages.id from tidings.messages join tidings.subscribers on subscribers.id = subscriber_key
        where environment_id = ${world.environmentId} and channel = 'email'`.execute(engine.database.kysely)
      const [ofBen] = (await feed('ben')).data
      const ids: Record<string, string> = { ID: id('a'), ID_OF_BEN: ofBen?._id ?? '', ID_OF_MAIL: rows[0]?.id ?? '' }
      const real = (text: string) => text.replaceAll(/\bID\w*/g, (name) => ids[name] ?? name)
      const before = [await list(world), await feed('ben')]
      const sent = body === undefined ? undefined : JSON.parse(real(JSON.stringify(body)))
      const answer = await call(method, pathOf(real(path)), sent)
      expect({ answer }).toMatchObject({ answer: { status, body: { message: expect.any(String) } } })
      expect([await list(world), await feed('ben')]).toEqual(before)
    })

    test.each([
      ['GET', ''],
      ['GET', '/count?filters=[{}]'],
      ['PATCH', '/a/read'],
      ['DELETE', '/a'],
      ['POST', '/delete', {}],
      ['POST', '/batch', { action: 'delete', notificationIds: ['a'] }],
    ])('%s %s of an unknown subscriber', async (method, path, body?: object) => {
      const { call } = await createWorld(engine)
      expect((await call(method, pathOf(path, 'nobody'), body)).status).toBe(404)
    })
  })

  test('an idempotency-key repeats the response to a request without a body', async () => {
    const { world, id, call } = await setUp(engine, ['a'])
    const send = () => call('DELETE', pathOf(`/${id('a')}`), undefined, { 'idempotency-key': `${id('a')}-1` })
    expect((await send()).status).toBe(204)
    const again = await send()
    expect([again.status, again.headers.get('idempotency-replay')]).toEqual([204, 'true'])
    expect(await feedOf(world)).toEqual([])
  })

  test('behavior production lists archived ones in the feed, and in v2 unless a filter excludes them', async () => {
    const { feed, onOne, world, count, call, id } = await setUp(engine, ['a', 'b', 'c'], {
      behavior: 'production',
      envelope: 'none',
    })
    await onOne('b', 'archive')
    const rows = (await feed('anna')).data.map(({ content, archived }) => [content, archived])
    expect(rows).toEqual([
      ['c', false],
      ['b', true],
      ['a', false],
    ])
    expect((await feed('anna', '?limit=1&page=2')).data).toMatchObject([{ content: 'a' }])
    expect((await feed('anna', '?read=true')).data).toMatchObject([{ content: 'b' }])
    expect(await texts(world)).toEqual(['c', 'b', 'a'])
    expect(await texts(world, '&archived=false')).toEqual(['c', 'a'])
    expect(await count({}, { archived: false }, { archived: true }, { archived: false, snoozed: false })).toEqual([
      3, 2, 1, 2,
    ])
    await onOne('c', 'snooze', { snoozeUntil: '2026-03-02T00:00:00Z' })
    expect((await feed('anna')).data.map(({ content, archived }) => [content, archived])).toEqual(rows)
    expect(await count({}, { archived: false }, { snoozed: true }, { archived: false, snoozed: false })).toEqual([
      3, 2, 1, 1,
    ])
    await call('POST', pathOf('/batch'), { action: 'delete', notificationIds: [id('b'), id('c')] })
    expect((await feed('anna')).data.map(({ content }) => content)).toEqual(['a'])
  })
})
