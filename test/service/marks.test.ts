import { expect, test } from 'vitest'
import type { MarkVerb } from '../../src/contract/index.ts'
import { onEachEngine } from './support/engines.ts'
import { createWorld, type World } from './support/world.ts'

const markAll = async (world: World, subscriberId: string, body: object) => {
  const answer = await world.call('POST', `/v1/subscribers/${subscriberId}/messages/mark-all`, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const flags = async (world: World, subscriberId = 'anna') =>
  (await world.feed(subscriberId, '?limit=100')).data.map(({ content, read, seen }) => ({
    content,
    read,
    seen,
  }))
const notes = (count: number, to = 'anna') =>
  Array.from({ length: count }, (_, index) => ({ name: 'note', to, payload: { text: String(index) } }))

onEachEngine((engine) => {
  test.each<[MarkVerb, { read: boolean; seen: boolean }, { read: boolean; seen: boolean }]>([
    ['read', { read: false, seen: false }, { read: true, seen: true }],
    ['read', { read: true, seen: false }, { read: true, seen: true }],
    ['unread', { read: true, seen: true }, { read: false, seen: true }],
    ['unread', { read: true, seen: false }, { read: false, seen: false }],
    ['seen', { read: false, seen: false }, { read: false, seen: true }],
    ['unseen', { read: true, seen: true }, { read: true, seen: false }],
    ['unseen', { read: false, seen: true }, { read: false, seen: false }],
  ])('%s moves %o to %o, by mark-as and by mark-all', async (mark, before, after) => {
    const world = await createWorld(engine)
    await world.trigger(...notes(2))
    const ids = (await world.feed('anna')).data.map(({ _id }) => _id)
    await world.mark('anna', ids, before.read ? 'read' : 'unread')
    await world.mark('anna', ids, before.seen ? 'seen' : 'unseen')

    const marked = await world.mark('anna', ids[0] ?? '', mark)

    expect(marked).toMatchObject([{ _id: ids[0], ...after }])
    expect(await flags(world)).toMatchObject([after, before])
    expect(await markAll(world, 'anna', { markAs: mark })).toBe(1)
    expect(await flags(world)).toMatchObject([after, after])
    expect(await markAll(world, 'anna', { markAs: mark })).toBe(0)
  })

  test('a marked message has every field that has a value', async () => {
    const world = await createWorld(engine)
    await world.trigger({
      name: 'comment-added',
      to: 'anna',
      payload: { who: 'Ben', text: 'hi', postId: 7 },
      transactionId: 'txn-1',
      overrides: { novu: {} },
      context: { team: 'blue' },
    })
    const id = (await world.feed('anna')).data[0]?._id ?? ''
    world.clock.advance(1000)

    const [message] = await world.mark('anna', id, 'read')

    const someId = expect.stringMatching(/^[0-9a-f]{24}$/)
    expect(message).toEqual({
      _id: id,
      _templateId: someId,
      _environmentId: world.environmentId,
      _messageTemplateId: someId,
      _organizationId: `org_${world.environmentId}`,
      _notificationId: someId,
      _subscriberId: someId,
      subscriber: expect.objectContaining({
        subscriberId: 'anna',
        email: 'anna@test',
        deleted: false,
        channels: [],
      }),
      template: {
        _id: message?._templateId,
        name: 'Comment added',
        description: 'Somebody commented.',
        active: true,
        draft: false,
        preferenceSettings: { in_app: true },
        critical: false,
        tags: ['social'],
        steps: [
          expect.objectContaining({
            _templateId: message?._messageTemplateId,
            active: true,
            shouldStopOnFail: false,
            filters: [],
          }),
        ],
        _organizationId: `org_${world.environmentId}`,
        _creatorId: someId,
        _environmentId: world.environmentId,
        triggers: [
          {
            type: 'event',
            identifier: 'comment-added',
            variables: expect.arrayContaining([{ name: 'who' }, { name: 'text' }, { name: 'postId' }]),
            subscriberVariables: [],
          },
        ],
        _notificationGroupId: someId,
        notificationGroup: expect.objectContaining({ name: 'General' }),
        deleted: false,
        deletedAt: '',
        deletedBy: '',
      },
      templateIdentifier: 'comment-added',
      createdAt: '2026-03-01T12:00:00.000Z',
      deliveredAt: ['2026-03-01T12:00:00.000Z'],
      lastSeenDate: '2026-03-01T12:00:01.000Z',
      lastReadDate: '2026-03-01T12:00:01.000Z',
      content: 'Ben said: hi',
      transactionId: 'txn-1',
      subject: 'New comment',
      title: 'New comment',
      channel: 'in_app',
      read: true,
      seen: true,
      providerId: 'novu',
      deviceTokens: [],
      cta: expect.objectContaining({ type: 'redirect', data: { url: '/posts/7' } }),
      _feedId: 'activity',
      status: 'sent',
      payload: { who: 'Ben', text: 'hi', postId: 7 },
      overrides: { novu: {} },
      contextKeys: ['team:blue'],
    })
  })

  test('dates are when a flag was last set, and remain when it is cleared', async () => {
    const world = await createWorld(engine)
    await world.trigger(...notes(1))
    const id = (await world.feed('anna')).data[0]?._id ?? ''
    const dates = async (mark: string) => {
      world.clock.advance(1000)
      const [message] = await world.mark('anna', id, mark)
      return [message?.lastReadDate?.slice(17, 19), message?.lastSeenDate?.slice(17, 19)]
    }

    expect(await dates('seen')).toEqual([undefined, '01'])
    expect(await dates('read')).toEqual(['02', '01'])
    expect(await dates('read')).toEqual(['02', '01'])
    expect(await dates('unread')).toEqual(['02', '01'])
    expect(await dates('unseen')).toEqual(['02', '01'])
    expect(await dates('read')).toEqual(['06', '06'])
    // Changed by the last effective mark, and not by the repeated one after it.
    const [item] = (await world.feed('anna')).data
    expect(item).toMatchObject({
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:06.000Z',
    })
    await dates('read')
    expect((await world.feed('anna')).data[0]?.updatedAt).toBe('2026-03-01T12:00:06.000Z')
  })

  test('ids can be text, comma-separated or a list; messages are returned in that order without duplicates', async () => {
    const world = await createWorld(engine)
    await world.trigger(...notes(3))
    const [a = '', b = '', c = ''] = (await world.feed('anna')).data.map(({ _id }) => _id)
    const marked = async (messageId: string | string[]) =>
      (await world.mark('anna', messageId, 'seen')).map(({ _id }) => _id)

    expect(await marked(b)).toEqual([b])
    expect(await marked(`${c},${a}`)).toEqual([c, a])
    expect(await marked(` ${a} , ,${b},`)).toEqual([a, b])
    expect(await marked([b, c, b])).toEqual([b, c])
    expect(await marked([`${a},${b}`, c])).toEqual([a, b, c])
  })

  test('unknown ids and ids of another subscriber are ignored, and their messages don’t change', async () => {
    const world = await createWorld(engine)
    await world.trigger(...notes(1), ...notes(1, 'ben'))
    const [mine] = (await world.feed('anna')).data
    const [theirs] = (await world.feed('ben')).data

    const marked = await world.mark(
      'anna',
      ['0'.repeat(24), theirs?._id ?? '', 'no id at all', mine?._id ?? ''],
      'read',
    )

    expect(marked.map(({ _id }) => _id)).toEqual([mine?._id])
    expect(await flags(world, 'ben')).toMatchObject([{ read: false, seen: false }])
    expect(await world.mark('anna', theirs?._id ?? '', 'read')).toEqual([])
  })

  test('messages of another environment are inaccessible', async () => {
    const world = await createWorld(engine)
    const elsewhere = await createWorld(engine)
    await elsewhere.trigger(...notes(1))
    const [item] = (await elsewhere.feed('anna')).data

    expect(await world.mark('anna', item?._id ?? '', 'read')).toEqual([])
    expect(await markAll(world, 'anna', { markAs: 'read' })).toBe(0)
    expect(await flags(elsewhere)).toMatchObject([{ read: false }])
  })

  test('mark-all applies to one feed, several or all; an unknown feed has no messages', async () => {
    const world = await createWorld(engine)
    await world.trigger(
      { name: 'comment-added', to: 'anna' },
      { name: 'invoice', to: 'anna' },
      { name: 'alert', to: ['anna', 'ben'] },
      ...notes(1),
    )

    expect(await markAll(world, 'anna', { markAs: 'read', feedIdentifier: 'nowhere' })).toBe(0)
    expect(await markAll(world, 'anna', { markAs: 'read', feedIdentifier: 'activity' })).toBe(1)
    expect(await markAll(world, 'anna', { markAs: 'read', feedIdentifier: ['activity', 'billing', 'nowhere'] })).toBe(1)
    expect(await markAll(world, 'anna', { markAs: 'seen' })).toBe(2)
    expect(await markAll(world, 'anna', { markAs: 'unread' })).toBe(2)
    expect((await flags(world, 'ben'))[0]).toMatchObject({ read: false, seen: false })
  })

  test('mark-all ignores other channels; mark-as applies to every message', async () => {
    const world = await createWorld(engine)
    await world.trigger({ name: 'every-channel', to: 'anna' })

    expect(await markAll(world, 'anna', { markAs: 'read' })).toBe(1)
  })

  test.each([
    ['messageId empty', { messageId: '', markAs: 'read' }, 400],
    ['messageId only commas', { messageId: ' , ', markAs: 'read' }, 400],
    ['messageId an empty list', { messageId: [], markAs: 'read' }, 400],
    ['messageId a list with an empty text', { messageId: [''], markAs: 'read' }, 400],
    ['messageId missing', { markAs: 'read' }, 422],
    ['messageId a number', { messageId: 5, markAs: 'read' }, 422],
    ['messageId with a NUL character', { messageId: 'a\0', markAs: 'read' }, 422],
    ['markAs missing', { messageId: 'a' }, 422],
    ['markAs unknown', { messageId: 'a', markAs: 'done' }, 422],
    ['an unknown field', { messageId: 'a', markAs: 'read', more: 1 }, 422],
    ['null', null, 422],
    ['a list', [], 422],
  ])('mark-as with %s is rejected', async (_, body, status) => {
    const world = await createWorld(engine)

    expect(await world.call('POST', '/v1/subscribers/anna/messages/mark-as', body)).toMatchObject({
      status,
      body: { statusCode: status, message: expect.any(String) },
    })
  })

  test('a list of invalid ids gets a response that doesn’t list them all', async () => {
    const world = await createWorld(engine)
    const messageId = Array.from({ length: 100_000 }, (_, index) => index)

    const { status, body } = await world.call('POST', '/v1/subscribers/anna/messages/mark-as', {
      messageId,
      markAs: 'read',
      ['x'.repeat(100_000)]: 1,
    })

    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: { 'messageId[0]': { messages: ['must be a string'] } } })
    expect(JSON.stringify(body).length).toBeLessThan(5_000)
  })

  test.each([
    ['markAs missing', {}],
    ['markAs unknown', { markAs: 'archived' }],
    ['feedIdentifier empty', { markAs: 'read', feedIdentifier: '' }],
    ['feedIdentifier an empty list', { markAs: 'read', feedIdentifier: [] }],
    ['feedIdentifier a number', { markAs: 'read', feedIdentifier: 4 }],
  ])('mark-all with %s is rejected', async (_, body) => {
    const world = await createWorld(engine)

    expect((await world.call('POST', '/v1/subscribers/anna/messages/mark-all', body)).status).toBe(422)
  })

  test('an unknown subscriber is 404', async () => {
    const world = await createWorld(engine)

    expect(
      (
        await world.call('POST', '/v1/subscribers/nobody/messages/mark-as', {
          messageId: 'a',
          markAs: 'read',
        })
      ).status,
    ).toBe(404)
    expect((await world.call('POST', '/v1/subscribers/nobody/messages/mark-all', { markAs: 'read' })).status).toBe(404)
  })
})
