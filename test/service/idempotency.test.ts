import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase, onEachEngine, untilWaiting } from './support/engines.ts'
import { createWorld, type Answer, type World } from './support/world.ts'

const note = (text: string) => ({ events: [{ name: 'note', to: 'anna', payload: { text } }] })
const trigger = (world: World, key: string, body: unknown) =>
  world.call('POST', '/v1/events/trigger/bulk', body, { 'idempotency-key': key })
const total = async (world: World) => (await world.feed('anna')).totalCount
const headers = (answer: Answer) => [answer.headers.get('idempotency-key'), answer.headers.get('idempotency-replay')]

onEachEngine((engine) => {
  test('the same key and body get the first response again, and nothing is done twice', async () => {
    const world = await createWorld(engine)

    const first = await trigger(world, 'k', note('a'))
    const second = await trigger(world, 'k', note('a'))
    const spaced = await trigger(world, 'k', JSON.stringify(note('a'), null, 4))

    expect(first.status).toBe(201)
    expect(headers(first)).toEqual(['k', null])
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(headers(second)).toEqual(['k', 'true'])
    expect(spaced.body).toEqual(first.body)
    expect(await total(world)).toBe(1)
  })

  test('error responses are repeated too', async () => {
    const world = await createWorld(engine)
    const append = () =>
      world.call(
        'PATCH',
        '/v1/subscribers/late/credentials',
        { providerId: 'slack', credentials: {} },
        { 'idempotency-key': 'k' },
      )
    const invalid = () => trigger(world, 'i', { events: [] })

    const first = await append()
    await world.call('POST', '/v1/subscribers/bulk', { subscribers: [{ subscriberId: 'late' }] })
    const second = await append()

    expect(first.status).toBe(404)
    expect([second.status, second.body]).toEqual([404, first.body])
    expect(headers(second)).toEqual(['k', 'true'])
    expect((await invalid()).status).toBe(422)
    expect(headers(await invalid())).toEqual(['i', 'true'])
  })

  test('the same key with another body is 422, and has no effect', async () => {
    const world = await createWorld(engine)
    await trigger(world, 'k', note('a'))

    const other = await trigger(world, 'k', note('b'))

    expect(other).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('idempotency-key') },
    })
    expect(other.headers.get('idempotency-replay')).toBeNull()
    expect(await total(world)).toBe(1)
  })

  test('a key belongs to the organization, not to a path', async () => {
    const world = await createWorld(engine)
    const mark = (subscriberId: string) =>
      world.call(
        'POST',
        `/v1/subscribers/${subscriberId}/messages/mark-all`,
        { markAs: 'read' },
        { 'idempotency-key': 'k' },
      )
    await trigger(world, 'other', note('a'))

    expect((await mark('anna')).body).toBe(1)
    expect(headers(await mark('ben'))).toEqual(['k', 'true'])
  })

  test('keys of different organizations are independent', async () => {
    const world = await createWorld(engine)
    const elsewhere = await createWorld(engine)
    await trigger(world, 'k', note('a'))

    expect(headers(await trigger(elsewhere, 'k', note('b')))).toEqual(['k', null])
  })

  test('while the first request is running, others get 409 with Retry-After', async () => {
    const world = await createWorld(engine)

    const answers = await Promise.all(Array.from({ length: 6 }, () => trigger(world, 'k', note('a'))))

    const [first, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(first?.status).toBe(201)
    expect(others.length).toBe(5)
    for (const other of others) {
      expect(other).toMatchObject({ status: 409, body: { statusCode: 409 } })
      expect(other.headers.get('retry-after')).toBe('1')
    }
    expect(await total(world)).toBe(1)
    expect(headers(await trigger(world, 'k', note('a')))).toEqual(['k', 'true'])
  })

  test('responses are repeated for 24 hours, until housekeeping deletes them', async () => {
    const world = await createWorld(engine)
    const hour = 60 * 60 * 1000
    const stored = async () => {
      const rows = await engine.database.kysely
        .selectFrom('tidings.stored_responses')
        .select('key')
        .where('organization_id', '=', `org_${world.environmentId}`)
        .execute()
      return rows.map(({ key }) => key).toSorted()
    }
    let elapsed = performance.now()
    const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
    onTestFinished(() => monotonic.mockRestore())
    const pass = (milliseconds: number) => {
      world.clock.advance(milliseconds)
      elapsed += milliseconds
    }
    await trigger(world, 'old', note('a'))
    pass(24 * hour - 1)
    expect(headers(await trigger(world, 'old', note('a')))).toEqual(['old', 'true'])
    pass(hour)
    // Each request starts the housekeeping that is due, unless the one before has not ended.
    const storedAfterRequest = async () => {
      await trigger(world, 'new', note('b'))
      return stored()
    }
    await expect.poll(storedAfterRequest, { timeout: 10_000 }).toEqual(['new'])
    expect(headers(await trigger(world, 'old', note('c')))).toEqual(['old', null])
    expect(await total(world)).toBe(3)
  })

  test('a process that starts with a clock a year ahead repeats the responses of the one before', async () => {
    const before = await createWorld(engine)
    await trigger(before, 'k', note('a'))

    const world = await createWorld(engine, {
      environmentId: before.environmentId,
      retention: { days: 1000 },
      now: () => new Date('2027-03-01T12:00:00.000Z'),
    })
    for (let times = 0; times < 3; times++) expect(headers(await trigger(world, 'k', note('a')))).toEqual(['k', 'true'])
    expect(await total(world)).toBe(1)
  })

  test('a key of 255 characters is accepted, a longer one rejected', async () => {
    const world = await createWorld(engine)

    expect((await trigger(world, 'k'.repeat(255), note('a'))).status).toBe(201)
    expect((await trigger(world, 'k'.repeat(256), note('a'))).status).toBe(400)
  })

  test('reads ignore a key, and the response to a wrong API key is not stored', async () => {
    const world = await createWorld(engine)
    const read = () =>
      world.call('GET', '/v1/subscribers/anna/notifications/feed', undefined, {
        'idempotency-key': 'k'.repeat(300),
      })

    expect((await read()).status).toBe(200)
    expect(
      (
        await world.call('POST', '/v1/events/trigger/bulk', note('a'), {
          'idempotency-key': 'k',
          authorization: 'ApiKey wrong',
        })
      ).status,
    ).toBe(401)
    expect(headers(await trigger(world, 'k', note('a')))).toEqual(['k', null])
  })

  test('an unexpected failure stores nothing: the same key can be retried', async () => {
    const world = await createWorld(engine)
    const { kysely } = engine.database
    const mark = () =>
      world.call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs: 'read' }, { 'idempotency-key': 'k' })
    await trigger(world, 't', note('a'))
    await kysely.schema.alterTable('tidings.messages').renameTo('hidden').execute()
    const failed = await mark()
    await kysely.schema.alterTable('tidings.hidden').renameTo('messages').execute()

    expect(failed).toMatchObject({
      status: 500,
      body: { errorId: expect.any(String), message: expect.not.stringContaining('hidden') },
    })
    expect(world.log.join()).toContain((failed.body as { errorId: string }).errorId)
    expect((await mark()).body).toBe(1)
  })
})

test('a first request that runs in another process blocks its key until it has ended', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  const first = await createWorld({ database })
  const second = await createWorld({ database }, { environmentId: first.environmentId })
  const mark = (world: World) =>
    world.call('POST', '/v1/subscribers/anna/messages/mark-all', { markAs: 'read' }, { 'idempotency-key': 'k' })
  const client = await connect(address)

  await client.query('begin; select from tidings.subscribers for update')
  const running = mark(first)
  await untilWaiting(client, 1)
  const refused = await mark(second)
  await client.query('rollback')

  expect(refused.status).toBe(409)
  expect((await running).status).toBe(201)
  expect(headers(await mark(second))).toEqual(['k', 'true'])
  await client.end()
  await database.close()
})
