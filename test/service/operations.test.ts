import { expect, onTestFinished, test, vi } from 'vitest'
import { type Log, openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase, sharedMemory } from './support/engines.ts'
import { startNetwork } from './support/liveServers.ts'
import { startPostgres } from './support/postgresServer.ts'
import { createWorld, type World } from './support/world.ts'

const openWorld = async (address: string, options: Parameters<typeof openDatabase>[1] = {}, log?: Log) => {
  const database = await openDatabase(address, { log: () => {}, ...options })
  onTestFinished(() => database.close())
  return createWorld({ database }, log ? { log } : {})
}

const get = async ({ service }: World, path: string, headers: Record<string, string> = {}) =>
  service(new Request(`http://service.test${path}`, { headers }))

/** Passes time until some work is done that only a deadline can end. */
const withoutWaiting = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const work = run()
  const isDone = work.then(
    () => true,
    () => true,
  )
  const pass = async () => {
    await vi.advanceTimersByTimeAsync(500)
    return false
  }
  while (!(await Promise.race([isDone, pass()]))) continue
  vi.useRealTimers()
  return work
}

const statuses = async (world: World) => [(await get(world, '/healthz')).status, (await get(world, '/readyz')).status]

test('a server that is down: the process is alive, not ready, and ready when the server is back', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const world = await openWorld(`${server.address}/postgres`)
  expect(await statuses(world)).toEqual([200, 200])

  await server.crash()
  expect(await statuses(world)).toEqual([200, 503])
  await server.start()

  expect(await statuses(world)).toEqual([200, 200])
})

test('connections that hang: not ready in time, then ready on a new connection', async () => {
  const network = await startNetwork(await createDatabase())
  // Only the deadline of the check can end it.
  const world = await openWorld(network.address, { deadline: 120_000 })

  network.drop()

  expect(await withoutWaiting(() => statuses(world))).toEqual([200, 503])
  await expect.poll(() => statuses(world)).toEqual([200, 200])
})

test('many checks at once take one connection', async () => {
  const database = await openDatabase(await createDatabase(), { poolSize: 1 })
  onTestFinished(() => database.close())
  const check = vi.spyOn(database, 'check')
  const world = await createWorld({ database })

  const responses = await Promise.all(Array.from({ length: 50 }, () => get(world, '/readyz')))

  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(check).toHaveBeenCalledOnce()
})

test('tables without the last migration: not ready', async () => {
  const address = await createDatabase()
  const world = await openWorld(address)
  const client = await connect(address)
  onTestFinished(() => client.end())

  await client.query('delete from tidings.migrations')
  expect(await statuses(world)).toEqual([200, 503])
  // During an upgrade, the new version migrates while processes of the old one serve.
  await client.query('insert into tidings.migrations (version) values (1000)')
  expect(await statuses(world)).toEqual([200, 200])
})

test('an embedded database that hangs: the process is not alive', async () => {
  const database = await sharedMemory()
  const world = await createWorld({ database })
  expect(await statuses(world)).toEqual([200, 200])
  let end = () => {}
  // It takes the only connection.
  const hanging = database.kysely.connection().execute(() => new Promise<void>((resolve) => (end = resolve)))

  expect((await withoutWaiting(() => get(world, '/healthz'))).status).toBe(503)
  end()
  await hanging

  expect(await statuses(world)).toEqual([200, 200])
})

test('a response has the id of its request, and each line of the log too', async () => {
  const lines: Parameters<Log>[] = []
  const world = await openWorld(await createDatabase(), {}, (...line) => void lines.push(line))
  lines.length = 0
  const headers = { 'x-request-id': 'gateway:7f3a/1' }

  const answer = await world.call(
    'POST',
    '/v1/events/trigger/bulk',
    { events: [{ name: 'nope', to: 'anna' }] },
    headers,
  )

  expect(answer.headers.get('x-request-id')).toBe('gateway:7f3a/1')
  const message = expect.stringMatching(/An event "nope" was not delivered: error, workflow_not_found\. /)
  expect(lines).toEqual([[message, { level: 'info', requestId: 'gateway:7f3a/1', message }]])
  expect(lines[0]?.[0]).toMatch(/^\[gateway:7f3a\/1\] /)
  for (const path of ['/healthz', '/openapi.json', '/nowhere'])
    expect((await get(world, path, headers)).headers.get('x-request-id')).toBe('gateway:7f3a/1')
})

test('a request id that could forge a line of the log is replaced by a new one', async () => {
  const world = await openWorld(await createDatabase())
  for (const id of ['', 'a b', 'a"b', 'x'.repeat(129), 'ü']) {
    const response = await get(world, '/healthz', { 'x-request-id': id })

    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
})

test('an internal failure: its id is that of the request', async () => {
  const lines: Parameters<Log>[] = []
  const address = await createDatabase()
  const world = await openWorld(address, {}, (...line) => void lines.push(line))
  const client = await connect(address)
  onTestFinished(() => client.end())
  await client.query('drop table tidings.subscribers cascade')

  const { status, headers, body } = await world.call('GET', '/v1/subscribers/anna/notifications/feed')

  const requestId = headers.get('x-request-id')
  expect({ status, body }).toMatchObject({ status: 500, body: { errorId: requestId } })
  expect(lines.at(-1)).toEqual([
    expect.stringContaining(`[${requestId}] /v1/subscribers/anna/notifications/feed: `),
    { level: 'error', requestId, message: expect.stringContaining('does not exist') },
  ])
})
