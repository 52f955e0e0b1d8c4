import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Hint, type LiveBus, postgresBus } from '../../../src/live/index.ts'
import { createService, openDatabase, type Service, type ServiceOptions } from '../../../src/service/index.ts'
import { startService } from '../../../src/service/startService.ts'
import { connect, createDatabase, onEachEngine, sharedMemory, untilWaiting } from '../support/engines.ts'
import { type OpenStream, readStream, hintsAfter } from '../support/eventStream.ts'
import { workspace } from '../support/workspace.ts'
import { apiKey, createWorld, type World } from '../support/world.ts'

/** A bus within the process, which records hints. */
const recordingBus = () => {
  const hints: Hint[] = []
  const bus: LiveBus = {
    publish: async (text) => {
      const { hint } = JSON.parse(text) as { hint?: Hint }
      if (hint) hints.push(hint)
    },
    subscribe: async () => () => {},
  }
  return { bus, hints }
}

/** Requests the stream of a service. */
const request = (service: Service, init: RequestInit = {}) =>
  service.fetch(new Request('http://service.test/v1/live', { headers: { authorization: `ApiKey ${apiKey}` }, ...init }))

/** Opens the stream of a service until the test ends. */
const open = async (service: Service): Promise<OpenStream> => {
  const response = await request(service)
  expect(response.status).toBe(200)
  const stream = readStream(response)
  onTestFinished(() => stream.cancel())
  return stream
}

/**
 * Triggers an event in the end, waits for its hint, and returns the subscribers of the others, which may be joined with
 * it.
 */
const untilLast = async (world: World, stream: OpenStream, last = 'last'): Promise<string[]> => {
  await world.trigger({ name: 'note', to: last })
  await expect.poll(() => idsOf(stream)).toContain(last)
  return idsOf(stream).filter((id) => id !== last)
}

/** The subscribers of the hints so far. */
const idsOf = (stream: OpenStream) => stream.hints().flatMap((hint) => (hint as Hint).subscriberIds)

const mark = (world: World, path: string, body: object, headers: Record<string, string> = {}) =>
  world.call('POST', `/v1/subscribers/anna/messages/${path}`, body, headers)

onEachEngine((engine) => {
  /** A world with an open stream. No text of its bus comes back, so there are no other hints than those of the test. */
  const start = async () => {
    const world = await createWorld(engine, { live: { bus: recordingBus().bus } })
    return { world, stream: await open(world.service) }
  }

  test('an event hints its recipients, after its messages are stored', async () => {
    const { world, stream } = await start()

    await world.trigger({ name: 'note', to: ['anna', { subscriberId: 'new' }], payload: { text: 'a' } })
    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna', 'new'] }])

    expect((await world.feed('new')).totalCount).toBe(1)
  })

  test('several events in one call are one hint; an event that delivers nothing has none', async () => {
    const { world, stream } = await start()
    const event = { name: 'note', to: 'anna', transactionId: 't' }

    const events = [event, { name: 'note', to: 'ben' }, { name: 'unknown', to: 'pia' }, { name: 'note', to: '' }]
    await world.call('POST', '/v1/events/trigger/bulk', { events })
    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna', 'ben'] }])

    // He has disabled all channels.
    await world.trigger({ name: 'note', to: 'quiet' })
    // The transaction id is used.
    await world.trigger(event)
    expect(await untilLast(world, stream)).toEqual(['anna', 'ben'])
  })

  test('a mark hints its subscriber, with the stream of its browser', async () => {
    const { world, stream } = await start()
    await world.trigger({ name: 'note', to: 'anna' })
    const [item] = (await world.feed('anna')).data
    const messageId = item?._id
    const hints: object[] = [{ subscriberIds: ['anna'] }]
    expect(await hintsAfter(stream, hints.length)).toEqual(hints)

    await mark(world, 'mark-as', { messageId, markAs: 'read' }, { 'tidings-stream': 's1' })
    hints.push({ subscriberIds: ['anna'], streamId: 's1' })
    expect(await hintsAfter(stream, hints.length)).toEqual(hints)

    await mark(world, 'mark-as', { messageId, markAs: 'unread' })
    hints.push({ subscriberIds: ['anna'] })
    expect(await hintsAfter(stream, hints.length)).toEqual(hints)

    await mark(world, 'mark-all', { markAs: 'read' }, { 'tidings-stream': 's2' })
    hints.push({ subscriberIds: ['anna'], streamId: 's2' })
    expect(await hintsAfter(stream, hints.length)).toEqual(hints)
  })

  test('the header of a browser’s stream means nothing for an event', async () => {
    const { world, stream } = await start()

    await world.call(
      'POST',
      '/v1/events/trigger/bulk',
      { events: [{ name: 'note', to: 'anna' }] },
      { 'tidings-stream': 's1' },
    )

    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
  })

  test('a mark that changes nothing has no hint, even at the time of the change', async () => {
    const { world, stream } = await start()
    await world.trigger({ name: 'note', to: 'anna' })
    await mark(world, 'mark-all', { markAs: 'read' })
    const [item] = (await world.feed('anna')).data
    await world.trigger({ name: 'note', to: 'barrier' })
    await expect.poll(() => idsOf(stream)).toContain('barrier')
    stream.events.length = 0

    expect((await mark(world, 'mark-all', { markAs: 'read' })).body).toBe(0)
    for (const messageId of [item?._id, 'a'.repeat(24)])
      expect((await mark(world, 'mark-as', { messageId, markAs: 'read' })).status).toBe(201)

    expect(await untilLast(world, stream)).toEqual([])
  })

  test('archive, snooze, a used button and a deletion have a hint, and none if they are repeated', async () => {
    const { world, stream } = await start()
    await world.trigger({ name: 'comment-added', to: 'anna', payload: { who: 'Ben', text: 'hi', postId: 7 } })
    const notificationIds = (await world.feed('anna')).data.map(({ _id }) => _id)
    const snoozeUntil = new Date(world.clock.now.getTime() + 60_000).toISOString()
    const notifications = '/v2/subscribers/anna/notifications'
    const batch = (change: object) => world.call('POST', `${notifications}/batch`, { notificationIds, ...change })
    const button = (step: string) =>
      world.call('PATCH', `${notifications}/${notificationIds[0]}/actions/primary/${step}`)
    const changes = [
      () => batch({ action: 'archive' }),
      () => batch({ action: 'snooze', snoozeUntil }),
      () => batch({ action: 'unsnooze' }),
      () => button('complete'),
      () => button('revert'),
      () => batch({ action: 'delete' }),
    ]
    await untilLast(world, stream)
    stream.events.length = 0
    for (const [index, change] of changes.entries()) {
      await change()
      expect(await untilLast(world, stream, `changed ${index}`)).toContain('anna')
      stream.events.length = 0
      await change()
      expect(await untilLast(world, stream, `repeated ${index}`)).not.toContain('anna')
      stream.events.length = 0
    }
  })

  test('a mark of several messages has a hint if it changes one', async () => {
    const { world, stream } = await start()
    await world.trigger({ name: 'note', to: 'anna' })
    await mark(world, 'mark-all', { markAs: 'read' })
    await world.trigger({ name: 'note', to: 'anna' })
    const messageId = (await world.feed('anna')).data.map(({ _id }) => _id)
    await world.trigger({ name: 'note', to: 'barrier' })
    await expect.poll(() => idsOf(stream)).toContain('barrier')
    stream.events.length = 0

    const { body } = await mark(world, 'mark-as', { messageId, markAs: 'read' })

    expect(body).toHaveLength(2)
    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
  })

  test('a replayed response has no hint', async () => {
    const { world, stream } = await start()
    const trigger = () =>
      world.call(
        'POST',
        '/v1/events/trigger/bulk',
        { events: [{ name: 'note', to: 'anna' }] },
        { 'idempotency-key': 'k1' },
      )
    await trigger()
    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])

    expect((await trigger()).headers.get('idempotency-replay')).toBe('true')

    expect(await untilLast(world, stream)).toEqual(['anna'])
  })

  test('a rejected request has no hint, also with an idempotency key', async () => {
    const { world, stream } = await start()
    for (const headers of [{}, { 'idempotency-key': 'k1' }]) {
      const answer = await world.call('POST', '/v1/subscribers/nobody/messages/mark-all', { markAs: 'read' }, headers)
      expect(answer.status).toBe(404)
    }

    expect(await untilLast(world, stream)).toEqual([])
  })

  test('requires the key, and GET', async () => {
    const { world } = await start()
    const answers = [
      await request(world.service, { headers: {} }),
      await request(world.service, { headers: { authorization: 'ApiKey wrong' } }),
      await request(world.service, { method: 'POST', body: '{}' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 405])
    expect(answers[2]?.headers.get('allow')).toBe('GET')
    for (const answer of answers) expect(await answer.json()).toMatchObject({ path: '/v1/live' })
  })

  test('without live delivery: 404', async () => {
    const world = await createWorld(engine, { live: false })

    expect((await world.call('GET', '/v1/live')).status).toBe(404)
    expect((await world.call('POST', '/v1/live', {})).status).toBe(404)
  })

  test('a bus that fails never fails an event or a mark, and is logged once', async () => {
    const bus: LiveBus = {
      publish: () => Promise.reject(new Error('connection refused')),
      subscribe: () => Promise.resolve(() => Promise.reject(new Error('not connected'))),
    }
    const world = await createWorld(engine, { live: { bus } })
    const stream = await open(world.service)

    await world.trigger({ name: 'note', to: 'anna' })
    expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
    expect((await mark(world, 'mark-all', { markAs: 'read' })).body).toBe(1)
    expect(await hintsAfter(stream, 2)).toEqual([{ subscriberIds: ['anna'] }, { subscriberIds: ['anna'] }])

    expect(stream.events[0]).toMatchObject({ event: 'status', data: { complete: false } })
    const lines = world.log.filter((line) => line.includes('live bus'))
    expect(lines).toEqual([expect.stringContaining("The live bus can't send: connection refused.")])
  })

  test('a bus that hangs delays neither an event nor a mark', async () => {
    const bus: LiveBus = { publish: () => new Promise(() => {}), subscribe: () => new Promise(() => {}) }
    const world = await createWorld(engine, { live: { bus } })

    await world.trigger({ name: 'note', to: 'anna' })

    expect((await mark(world, 'mark-all', { markAs: 'read' })).body).toBe(1)
  })
})

/** A service with its own connections to a database, until the test ends. */
const serve = async (address: string, options: Partial<ServiceOptions> = {}, environmentId = 'env') => {
  const log: string[] = []
  const service = await createService({
    database: address,
    workspace: workspace(environmentId),
    apiKeys: [apiKey],
    log: (line) => void log.push(line),
    ...options,
  })
  onTestFinished(() => service.close())
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await service.fetch(
      new Request(`http://service.test${path}`, {
        method: 'POST',
        headers: { authorization: `ApiKey ${apiKey}`, ...headers },
        body: JSON.stringify(body),
      }),
    )
    expect(response.status).toBe(201)
  }
  return {
    service,
    log,
    trigger: (to: string) => call('/v1/events/trigger/bulk', { events: [{ name: 'note', to }] }),
    markAll: (subscriberId: string, streamId: string) =>
      call(`/v1/subscribers/${subscriberId}/messages/mark-all`, { markAs: 'read' }, { 'tidings-stream': streamId }),
  }
}

/**
 * Triggers events at one service until a stream of another has the hint of one. The first text of an unknown service
 * counts as a gap: it is a hint for all.
 */
const untilLinked = async (trigger: (to: string) => Promise<void>, stream: OpenStream, name: string) => {
  let round = 0
  const isLinked = async () => {
    await trigger(`${name}-${++round}`)
    return idsOf(stream).some((id) => id.startsWith(`${name}-`))
  }
  await expect.poll(isLinked, { timeout: 10_000 }).toBe(true)
}

const isComplete = (stream: OpenStream) =>
  stream.events.findLast(({ event }) => event === 'status')?.data as { complete: boolean } | undefined

test('an embedded database needs no bus: its stream is complete', async () => {
  const world = await createWorld({ database: await sharedMemory() }, { live: {} })
  onTestFinished(() => world.service.close())
  const stream = await open(world.service)

  await world.trigger({ name: 'note', to: 'anna' })

  expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
  expect(stream.events[0]).toMatchObject({ event: 'status', data: { complete: true } })
})

test('two services on one PostgreSQL: each hints the events and marks of the other, once', async () => {
  const address = await createDatabase()
  const [first, second] = [await serve(address), await serve(address)]
  const streams = [await open(first.service), await open(second.service)] as const
  for (const stream of streams) await expect.poll(() => isComplete(stream)).toEqual({ complete: true })
  for (const stream of streams) {
    await untilLinked(first.trigger, stream, 'from-first')
    await untilLinked(second.trigger, stream, 'from-second')
  }
  await first.trigger('last-of-first')
  await second.trigger('last-of-second')
  for (const stream of streams)
    await expect.poll(() => idsOf(stream)).toEqual(expect.arrayContaining(['last-of-first', 'last-of-second']))
  for (const stream of streams) stream.events.length = 0

  await first.trigger('anna')
  for (const stream of streams) expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['anna'] }])
  await second.markAll('anna', 's1')

  for (const stream of streams)
    expect(await hintsAfter(stream, 2)).toEqual([
      { subscriberIds: ['anna'] },
      { subscriberIds: ['anna'], streamId: 's1' },
    ])
  expect([...first.log, ...second.log].filter((line) => line.includes('live bus'))).toEqual([])
})

test('another environment on the same PostgreSQL gets no hint', async () => {
  const address = await createDatabase()
  const [first, peer, other] = [await serve(address), await serve(address), await serve(address, {}, 'other-env')]
  const [peerStream, stream] = [await open(peer.service), await open(other.service)]
  for (const each of [peerStream, stream]) await expect.poll(() => isComplete(each)).toEqual({ complete: true })
  // The service's own hint for all, of its connection, may still arrive.
  await other.trigger('barrier')
  await expect.poll(() => idsOf(stream)).toContain('barrier')
  stream.events.length = 0

  await untilLinked(first.trigger, peerStream, 'anna')
  await other.trigger('ben')

  await expect.poll(() => idsOf(stream)).toContain('ben')
  expect(stream.hints()).toEqual([{ subscriberIds: ['ben'] }])
})

test('a hint is published after the commit, on a connection of its own', async () => {
  const address = await createDatabase()
  const first = await serve(address)
  const stream = await open(first.service)
  await expect.poll(() => isComplete(stream)).toEqual({ complete: true })
  await first.trigger('anna')
  await expect.poll(() => JSON.stringify(stream.hints())).toContain('anna')
  stream.events.length = 0
  const blocker = await connect(address)
  await blocker.query('begin; select from tidings.subscribers for update')

  const marking = first.markAll('anna', 's1')
  await untilWaiting(blocker, 1)
  await first.trigger('new')
  expect(await hintsAfter(stream, 1)).toEqual([{ subscriberIds: ['new'] }])
  await blocker.query('rollback')
  await blocker.end()
  await marking

  expect(await hintsAfter(stream, 2)).toEqual([{ subscriberIds: ['new'] }, { subscriberIds: ['anna'], streamId: 's1' }])
})

test('a bus of the app replaces the default one', async () => {
  const address = await createDatabase()
  const { bus, hints } = recordingBus()
  const { trigger } = await serve(address, { live: { bus } })

  await trigger('anna')

  await expect.poll(() => hints).toEqual([{ subscriberIds: ['anna'] }])
  const client = await connect(address)
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'tidings-live'",
  )
  await client.end()
  expect(rowCount).toBe(0)
})

test('a host’s hub on the bus of a service gets its hints', async () => {
  const address = await createDatabase()
  const busOf = () => postgresBus({ connect: () => new Client({ connectionString: address }) })
  const [first, second] = [
    await serve(address, { live: { bus: busOf() } }),
    await serve(address, { live: { bus: busOf() } }, randomUUID()),
  ]
  const stream = await open(second.service)
  await expect.poll(() => isComplete(stream)).toEqual({ complete: true })

  await untilLinked(first.trigger, stream, 'anna')

  expect(idsOf(stream)).toEqual(expect.arrayContaining([expect.stringContaining('anna-')]))
})

test('closing ends the streams, does not wait for them, sends the last hints, and leaves the bus', async () => {
  const address = await createDatabase()
  const { bus, hints } = recordingBus()
  const database = await openDatabase(address)
  const service = await createService({
    database,
    workspace: workspace('env'),
    apiKeys: [apiKey],
    live: { bus },
    log: () => {},
  })
  const stream = readStream(await request(service))
  const trigger = service.fetch(
    new Request('http://service.test/v1/events/trigger/bulk', {
      method: 'POST',
      headers: { authorization: `ApiKey ${apiKey}` },
      body: JSON.stringify({ events: [{ name: 'note', to: 'anna' }] }),
    }),
  )

  const closing = service.close()

  expect(await stream.ended).toBeUndefined()
  expect((await trigger).status).toBe(201)
  await closing
  expect(hints).toEqual([{ subscriberIds: ['anna'] }])
  expect((await request(service)).status).toBe(503)
})

test('closing ends the streams before it waits for requests in flight', async () => {
  const address = await createDatabase()
  const { service, markAll } = await serve(address)
  const stream = await open(service)
  const blocker = await connect(address)
  await blocker.query('begin; select from tidings.subscribers for update')
  const marking = markAll('anna', 's1')
  await untilWaiting(blocker, 1)

  const closing = service.close()

  expect(await stream.ended).toBeUndefined()
  await blocker.query('rollback')
  await blocker.end()
  await marking
  await closing
})

test('after endStreams only streams are refused', async () => {
  const service = await startService({
    database: await sharedMemory(),
    workspace: workspace(randomUUID()),
    apiKeys: [apiKey],
    log: () => {},
  })
  onTestFinished(() => service.close())

  service.endStreams()

  const refused = await request(service)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await service(new Request('http://service.test/healthz'))).status).toBe(200)
})
