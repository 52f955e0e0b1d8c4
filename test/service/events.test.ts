import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase, onEachEngine, untilWaiting } from './support/engines.ts'
import { contents, note, send } from './support/events.ts'
import { createWorld } from './support/world.ts'

onEachEngine((engine) => {
  test('recipients can have every form; a recipient that is named twice gets one message', async () => {
    const world = await createWorld(engine)

    await send(
      world,
      note('one', 'anna'),
      note('object', { subscriberId: 'anna' }),
      note('list', ['anna', { subscriberId: 'ben' }, 'anna', { subscriberId: 'anna', lastName: 'Zen' }]),
    )

    expect(await contents(world, 'anna')).toEqual(['list', 'object', 'one'])
    expect(await contents(world, 'ben')).toEqual(['list'])
    expect((await world.feed('anna')).data[0]?.subscriber?.lastName).toBe('Zen')
  })

  test('a recipient that does not exist is created; fields are updated, and omitted ones are preserved', async () => {
    const world = await createWorld(engine)

    await send(world, note('1', { subscriberId: 'new', firstName: 'Nora', data: { a: 1 } }), note('2', 'newer'))
    await send(world, note('3', { subscriberId: 'new', lastName: 'Nord' }))

    const { body } = await world.call('PATCH', '/v1/subscribers/new/credentials', {
      providerId: 'slack',
      credentials: {},
    })
    expect(body).toMatchObject({ firstName: 'Nora', lastName: 'Nord', data: { a: 1 } })
    expect(await contents(world, 'newer')).toEqual(['2'])
  })

  test('channels of a recipient are appended', async () => {
    const world = await createWorld(engine)
    const channels = (...deviceTokens: string[]) => [{ providerId: 'fcm', credentials: { deviceTokens } }]

    await send(
      world,
      note('1', [
        { subscriberId: 'anna', channels: channels('a') },
        { subscriberId: 'anna', channels: channels('b') },
      ]),
    )
    await send(world, note('2', { subscriberId: 'anna', channels: channels('b', 'c') }))

    const { body } = await world.call('PATCH', '/v1/subscribers/anna/credentials', {
      providerId: 'fcm',
      credentials: {},
    })
    expect(body).toMatchObject({
      channels: [{ providerId: 'fcm', credentials: { deviceTokens: ['a', 'b', 'c'] } }],
    })
  })

  test('a transaction id is preserved, or generated', async () => {
    const world = await createWorld(engine)

    const [given, made, other] = await send(world, note('1', 'anna', { transactionId: 'mine' }), note('2'), note('3'))

    expect(given?.transactionId).toBe('mine')
    expect(made?.transactionId).not.toBe(other?.transactionId)
    expect((await world.feed('anna')).data.map(({ transactionId }) => transactionId)).toEqual([
      other?.transactionId,
      made?.transactionId,
      'mine',
    ])
  })

  test('a repeated transaction id is not delivered twice: in one call, in later calls, in concurrent calls', async () => {
    const world = await createWorld(engine)
    const event = (text: string) => note(text, 'anna', { transactionId: 'same' })
    const processed = { acknowledged: true, status: 'processed', transactionId: 'same' }

    expect(await send(world, event('first'), event('second'))).toEqual([processed, processed])
    expect(await send(world, event('third'))).toEqual([processed])
    expect(await contents(world, 'anna')).toEqual(['first'])

    const racing = note(
      'race',
      Array.from({ length: 5 }, (_, index) => `r${index}`),
      { transactionId: 'race' },
    )
    const results = await Promise.all(Array.from({ length: 8 }, () => send(world, racing)))
    expect(results.flat()).toEqual(Array(8).fill({ ...processed, transactionId: 'race' }))
    expect(await contents(world, 'r3')).toEqual(['race'])
  })

  test('only a delivered event claims its transaction id', async () => {
    const world = await createWorld(engine)

    await send(
      world,
      { name: 'unreadable', to: 'anna', transactionId: 't' },
      { name: 'note', to: 'anna', tenant: '?', transactionId: 't' },
    )
    await send(world, note('now', 'anna', { transactionId: 't' }))

    expect(await contents(world, 'anna')).toEqual(['now'])
  })

  test('transaction ids of different environments are independent', async () => {
    const world = await createWorld(engine)
    const elsewhere = await createWorld(engine)
    for (const each of [world, elsewhere]) await send(each, note('x', 'anna', { transactionId: 't' }))

    expect(await contents(elsewhere, 'anna')).toEqual(['x'])
  })

  test('concurrent calls with the same recipients, in any order, all succeed', async () => {
    const world = await createWorld(engine)
    const to = Array.from({ length: 20 }, (_, index) => ({ subscriberId: `s${index}`, firstName: 'x' }))

    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const people = index % 2 ? to : to.toReversed()
        return send(world, ...people.map((person) => note(String(index), person)))
      }),
    )

    expect(results.flat().every(({ status }) => status === 'processed')).toBe(true)
    expect((await world.feed('s7')).totalCount).toBe(8)
  })

  test('messages of other channels are stored with their addresses, or why they are not sent', async () => {
    const world = await createWorld(engine)
    const { body } = await world.call('PATCH', '/v1/subscribers/ben/credentials', {
      providerId: 'fcm',
      credentials: { deviceTokens: ['d1'] },
    })
    expect(body).toMatchObject({ subscriberId: 'ben' })
    await world.call('PATCH', '/v1/subscribers/ben/credentials', {
      providerId: 'slack',
      credentials: { webhookUrl: 'http://127.0.0.1/hook' },
    })
    await world.trigger({ name: 'every-channel', to: 'ben' })

    const rows = await engine.database.kysely
      .selectFrom('tidings.messages')
      .select(['id', 'channel'])
      .where('subscriber_key', '=', (await world.feed('ben')).data[0]?._subscriberId ?? '')
      .execute()
    const messages = await world.mark(
      'ben',
      rows.map(({ id }) => id),
      'seen',
    )
    const byChannel = Object.fromEntries(messages.map((message) => [message.channel, message]))

    expect(byChannel['in_app']).toMatchObject({ status: 'sent', subject: 'For Ben' })
    expect(byChannel['email']).toMatchObject({
      status: 'warning',
      errorText: expect.stringContaining('No integration sends over email'),
      deliveredAt: [],
    })
    expect(byChannel['sms']).toMatchObject({ status: 'warning', phone: '+49 1', providerId: 'twilio' })
    expect(byChannel['chat']).toMatchObject({
      directWebhookUrl: 'http://127.0.0.1/hook',
      providerId: 'slack',
    })
    expect(byChannel['push']).toMatchObject({
      status: 'warning',
      deviceTokens: ['d1'],
      title: 'For Ben',
      providerId: 'fcm',
    })
  })

  test('templates have access to payload, subscriber, actor and tenant', async () => {
    const world = await createWorld(engine)

    await send(
      world,
      { name: 'everything', to: 'ben', actor: 'anna', tenant: 'acme', payload: { list: [1, 2] } },
      { name: 'everything', to: 'anna', actor: 'stranger' },
    )

    expect(await contents(world, 'ben')).toEqual(['1+2|ben|gold|Anna|anna|acme|'])
    expect(await contents(world, 'anna')).toEqual(['|anna|||stranger||'])
  })

  test('rendered templates can always be stored', async () => {
    const world = await createWorld(engine)

    await send(world, { name: 'odd-text', to: 'anna' })

    const [item] = (await world.feed('anna')).data
    expect(item?.content).toBe('a\uFFFDb')
    expect(item?.cta.data?.url).toBe('\uFFFD')
  })

  test('an event without a payload renders templates with empty values', async () => {
    const world = await createWorld(engine)

    await send(world, { name: 'comment-added', to: 'anna' })

    expect(await contents(world, 'anna')).toEqual([' said: '])
  })
})

test.each([
  [
    'recipients',
    "select from tidings.subscribers where subscriber_id = 'm' for update",
    (name: string) => note('x', { subscriberId: name, firstName: 'X' }),
  ],
  [
    'transaction ids',
    "insert into tidings.transaction_ids select environment_id, 'm', now() from tidings.subscribers limit 1",
    (name: string) => note('x', 'anna', { transactionId: name }),
  ],
])('calls with the same %s in opposite orders wait for each other without a deadlock', async (_, hold, event) => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  const world = await createWorld({ database })
  await world.call('POST', '/v1/subscribers/bulk', {
    subscribers: ['a', 'm', 'z'].map((subscriberId) => ({ subscriberId })),
  })
  const client = await connect(address)

  // Both calls have claimed their first locks when they reach the row that is locked here.
  await client.query(`begin; ${hold}`)
  const forth = send(world, ...['a', 'm', 'z'].map(event))
  const back = send(world, ...['z', 'm', 'a'].map(event))
  await untilWaiting(client, 2)
  await client.query('rollback')

  for (const { status } of [...(await forth), ...(await back)]) expect(status).toBe('processed')
  await client.end()
  await database.close()
})
