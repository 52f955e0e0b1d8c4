import { expect, test } from 'vitest'
import { encodePayload } from '../../src/contract/index.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { onEachEngine } from './support/engines.ts'
import { createWorld, type World } from './support/world.ts'

const texts = (page: Awaited<ReturnType<World['feed']>>) => page.data.map(({ content }) => content)
const note = (text: string, more: object = {}) => ({ name: 'note', to: 'anna', payload: { text }, ...more })

onEachEngine((engine) => {
  test('a notification has every field', async () => {
    const world = await createWorld(engine)
    await world.trigger({
      name: 'comment-added',
      to: 'anna',
      payload: { who: 'Ben', text: 'hi', postId: 7 },
      overrides: { novu: { data: { sound: 'ping' } }, sendgrid: { templateId: 'x' } },
      transactionId: 'txn-1',
      actor: 'anna',
    })

    const page = await world.feed('anna')

    const id = expect.stringMatching(/^[0-9a-f]{24}$/)
    expect(page).toMatchObject({ totalCount: 1, hasMore: false, pageSize: 1, page: 0 })
    expect(page.data[0]).toEqual({
      _id: id,
      _templateId: id,
      _environmentId: world.environmentId,
      _messageTemplateId: id,
      _organizationId: `org_${world.environmentId}`,
      _notificationId: id,
      _subscriberId: id,
      _feedId: 'activity',
      _jobId: id,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
      actor: { type: 'user', data: 'https://img.test/anna.png' },
      subscriber: {
        _id: id,
        firstName: 'Anna',
        lastName: 'Abel',
        avatar: 'https://img.test/anna.png',
        subscriberId: 'anna',
      },
      transactionId: 'txn-1',
      templateIdentifier: 'comment-added',
      providerId: 'novu',
      content: 'Ben said: hi',
      subject: 'New comment',
      channel: 'in_app',
      read: false,
      seen: false,
      severity: 'none',
      archived: false,
      deviceTokens: [],
      cta: {
        type: 'redirect',
        data: { url: '/posts/7' },
        action: {
          status: 'pending',
          buttons: [{ type: 'primary', content: 'Reply to Ben', resultContent: 'Replied' }],
        },
      },
      status: 'sent',
      payload: { who: 'Ben', text: 'hi', postId: 7 },
      data: { sound: 'ping' },
      overrides: { novu: { data: { sound: 'ping' } }, sendgrid: { templateId: 'x' } },
      tags: ['social'],
    })
    expect(page.data[0]?._subscriberId).toBe(page.data[0]?.subscriber?._id)
  })

  test('an unknown actor has the type none', async () => {
    const world = await createWorld(engine)
    await world.trigger(note('a', { actor: 'stranger' }), note('b'))

    const { data } = await world.feed('anna')

    expect(data.map(({ actor }) => actor)).toEqual([
      { type: 'none', data: null },
      { type: 'none', data: null },
    ])
  })

  test('newest first; the later of two events with equal times first', async () => {
    const world = await createWorld(engine)
    await world.trigger(note('1'), note('2'))
    world.clock.advance(1)
    await world.trigger(note('3'), note('4'), note('5'))
    world.clock.advance(-60_000)
    await world.trigger(note('0'))

    expect(texts(await world.feed('anna'))).toEqual(['5', '4', '3', '2', '1', '0'])
  })

  test('pages count from 0, have 10 notifications by default, and add up to the whole feed', async () => {
    const world = await createWorld(engine)
    await world.trigger(...Array.from({ length: 23 }, (_, index) => note(String(index))))

    const first = await world.feed('anna')
    const second = await world.feed('anna', '?page=1')
    const third = await world.feed('anna', '?page=2')
    const beyond = await world.feed('anna', '?page=3')

    expect(first).toMatchObject({ page: 0, pageSize: 10, hasMore: true, totalCount: 23 })
    expect(second).toMatchObject({ page: 1, pageSize: 10, hasMore: true, totalCount: 23 })
    expect(third).toMatchObject({ page: 2, pageSize: 3, hasMore: false, totalCount: 23 })
    expect(beyond).toMatchObject({ page: 3, pageSize: 0, hasMore: false, totalCount: 23, data: [] })
    expect([first, second, third].flatMap(texts)).toEqual(Array.from({ length: 23 }, (_, index) => String(22 - index)))
    expect(await world.feed('anna', '?limit=23')).toMatchObject({ pageSize: 23, hasMore: false })
    expect(await world.feed('anna', '?limit=22')).toMatchObject({ pageSize: 22, hasMore: true })
    expect(await world.feed('anna', '?limit=100')).toMatchObject({ pageSize: 23, hasMore: false })
    expect(await world.feed('anna', '?page=900000000000000&limit=100')).toMatchObject({
      pageSize: 0,
      totalCount: 23,
    })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['page=-1', 'page'],
    ['page=1e15', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=NaN', 'page'],
    ['read=yes', 'read'],
    ['seen=1', 'seen'],
    ['read=true&read=false', 'read'],
    ['unread=true', 'unread'],
  ])('?%s is rejected', async (query, field) => {
    const world = await createWorld(engine)

    const { status, body } = await world.call('GET', `/v1/subscribers/anna/notifications/feed?${query}`)

    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: { [field]: { messages: [expect.any(String)] } } })
  })

  test('hasMore follows the notifications, even if a stored count is too high', async () => {
    const world = await createWorld(engine)
    await world.trigger(note('a'), note('b'), note('c'))
    const { kysely } = engine.database
    const { environmentId } = world
    await sql`update tidings.subscribers set unread_unseen = 9 where environment_id = ${environmentId}`.execute(kysely)

    const pages = ['limit=2', 'limit=2&page=1', 'limit=2&page=2', 'limit=3', 'limit=3&page=1']
    const read = await Promise.all(pages.map((query) => world.feed('anna', `?${query}`)))

    expect(read.map(({ data, hasMore }) => [data.length, hasMore])).toEqual([
      [2, true],
      [1, false],
      [0, false],
      [3, false],
      [0, false],
    ])
  })

  test('filters by read, by seen and by both', async () => {
    const world = await createWorld(engine)
    await world.trigger(note('new'), note('seen'), note('read'), note('again'))
    const { data } = await world.feed('anna')
    const id = (content: string) => data.find((item) => item.content === content)?._id ?? ''
    await world.mark('anna', id('seen'), 'seen')
    await world.mark('anna', [id('read'), id('again')], 'read')
    await world.mark('anna', id('again'), 'unseen')

    const found = async (query: string) => texts(await world.feed('anna', query)).toSorted()

    expect(await found('?read=false')).toEqual(['new', 'seen'])
    expect(await found('?read=true')).toEqual(['again', 'read'])
    expect(await found('?seen=false')).toEqual(['again', 'new'])
    expect(await found('?seen=true')).toEqual(['read', 'seen'])
    expect(await found('?read=true&seen=false')).toEqual(['again'])
    expect(await world.feed('anna', '?read=false&limit=1')).toMatchObject({
      totalCount: 2,
      hasMore: true,
      pageSize: 1,
    })
  })

  test('filters by a partial payload: each leaf must be equal at its path', async () => {
    const world = await createWorld(engine)
    await world.trigger(
      {
        name: 'note',
        to: 'anna',
        payload: { text: 'a', post: { id: 1, tags: ['x', 'y'] }, none: null, 'dotted.key': 1, ü: '😀' },
      },
      { name: 'note', to: 'anna', payload: { text: 'b', post: { id: '1', tags: ['x'] }, empty: {} } },
      { name: 'note', to: 'ben', payload: { text: 'c', post: { id: 1 } } },
    )
    const found = async (payload: Record<string, unknown>) =>
      texts(await world.feed('anna', `?payload=${encodeURIComponent(encodePayload(payload))}`))

    expect(await found({ post: { id: 1 } })).toEqual(['a'])
    expect(await found({ post: { id: '1' } })).toEqual(['b'])
    expect(await found({ post: { tags: ['x'] } })).toEqual(['b'])
    expect(await found({ post: { tags: ['y', 'x'] } })).toEqual([])
    expect(await found({ text: 'a', post: { id: '1' } })).toEqual([])
    expect(await found({ none: null })).toEqual(['a'])
    expect(await found({ empty: {} })).toEqual(['b'])
    expect(await found({ post: {} })).toEqual([])
    expect(await found({ 'dotted.key': 1, ü: '😀' })).toEqual(['a'])
    expect(await found({})).toEqual(['b', 'a'])
    expect(await found({ "'; drop table tidings.messages; --": '$1' })).toEqual([])
  })

  test.each([
    ['no base64', '%%%'],
    ['no JSON', btoa('{"a":')],
    ['a list', btoa('[1]')],
    ['null', btoa('null')],
    ['text', btoa('"a"')],
    ['a NUL character', btoa('{"a":"\\u0000"}')],
    ['nothing', ''],
    ['a deep nest', btoa('{"a":'.repeat(500) + '1' + '}'.repeat(500))],
  ])('a payload filter that is %s is rejected', async (_, payload) => {
    const world = await createWorld(engine)

    const { status, body } = await world.call(
      'GET',
      `/v1/subscribers/anna/notifications/feed?payload=${encodeURIComponent(payload)}`,
    )

    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: 'Invalid payload, the JSON object should be encoded to base64 string.',
    })
  })

  test('lists only in-app messages of this subscriber in this environment', async () => {
    const world = await createWorld(engine)
    const elsewhere = await createWorld(engine)
    await world.trigger({ name: 'invoice', to: ['anna', 'ben'], payload: { number: 1 } })
    await elsewhere.trigger(note('elsewhere'))

    const { data, totalCount } = await world.feed('anna')

    expect(data.map(({ channel, content }) => [channel, content])).toEqual([['in_app', 'Invoice 1']])
    expect(totalCount).toBe(1)
  })

  test('an unknown subscriber is 404', async () => {
    const world = await createWorld(engine)

    expect((await world.call('GET', '/v1/subscribers/nobody/notifications/feed')).status).toBe(404)
  })

  test('a subscriber id can contain any characters', async () => {
    const world = await createWorld(engine)
    for (const subscriberId of ['a/b', 'a b', '100%', '%2F', '😀', '?#&', "o'hara", '..a', 'A'.repeat(512)]) {
      await world.trigger({ name: 'note', to: subscriberId, payload: { text: subscriberId } })
      expect(texts(await world.feed(encodeURIComponent(subscriberId)))).toEqual([subscriberId])
    }
  })

  test('a notification shows the current data of its subscriber', async () => {
    const world = await createWorld(engine)
    await world.trigger(note('a'))
    await world.call('POST', '/v1/subscribers/bulk', {
      subscribers: [{ subscriberId: 'anna', firstName: 'Anne' }],
    })

    expect((await world.feed('anna')).data[0]?.subscriber?.firstName).toBe('Anne')
  })
})
