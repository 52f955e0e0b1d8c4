import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, seedHistory } from '../../src/service/index.ts'
import { connect, createDatabase, onEachEngine, untilWaiting } from './support/engines.ts'
import { readStream } from './support/eventStream.ts'
import { patience } from './support/process.ts'
import { call, started, welcome } from './support/serving.ts'
import { workspace } from './support/workspace.ts'
import { apiKey, createWorld, type World } from './support/world.ts'

const authorization = `ApiKey ${apiKey}`

const request = (world: World, path: string, headers: Record<string, string> = { authorization }, method = 'GET') =>
  world.service.fetch(new Request(`http://service.test${path}`, { method, headers }))

/** The values of all metrics by name and labels: `a{b="c"}`. */
const parse = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
  )

const metricsOf = async (world: World) => {
  const response = await request(world, '/metrics')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parse(await response.text())
}

/** The number of requests with each pair of labels. */
const countsOf = (metrics: Map<string, number>) =>
  Object.fromEntries(
    [...metrics].flatMap(([name, value]) => {
      const [, operation, status] =
        /^tidings_request_duration_seconds_count\{operation="(.*)",status="(.*)"\}$/.exec(name) ?? []
      return operation === undefined ? [] : [[`${operation} ${status}`, value]]
    }),
  )

onEachEngine((engine) => {
  test('counts requests by operation and class of status, never by path or id', async () => {
    const world = await createWorld(engine, { metrics: true })
    await world.trigger({ name: 'note', to: ['anna', 'ben'] })
    await world.feed('anna')
    await world.feed('ben')
    await world.call('GET', '/v1/subscribers/nobody/notifications/feed')
    await world.call('POST', '/v1/subscribers/anna/messages/mark-all', '{"markAs":')
    const saved = await world.call('PATCH', '/v2/subscribers/anna/preferences', { channels: { email: false } })
    expect(saved.status).toBe(200)
    for (let index = 0; index < 20; index++) {
      await request(world, `/v1/${randomUUID()}`)
      await request(world, '/v1/integrations/active', {}, `METHOD${index}`)
    }
    await request(world, '/healthz')
    await request(world, '/v1/unsubscribe/x', {})
    await metricsOf(world)

    expect(countsOf(await metricsOf(world))).toEqual({
      'bulkTrigger 2xx': 1,
      'getFeed 2xx': 2,
      'getFeed 4xx': 1,
      'markAll 4xx': 1,
      'updatePreferences 2xx': 1,
      'unknown 4xx': 40,
      'healthz 2xx': 1,
      'metrics 2xx': 1,
      'unsubscribe 4xx': 1,
    })
  })

  test('counts messages once they are committed: not those of a repeated event or of an event that failed', async () => {
    const world = await createWorld(engine, { metrics: true })
    const event = { name: 'every-channel', to: ['anna', 'pia'], transactionId: 't' }
    await world.trigger(event)
    await world.trigger(event)
    await world.call('POST', '/v1/events/trigger/bulk', { events: [{ name: 'unreadable', to: 'anna' }] })

    // Pia has disabled email: that message is stored with the reason.
    expect((await metricsOf(world)).get('tidings_messages_stored_total')).toBe(10)
  })

  test('has the streams of hints, the database, the event loop and removed rows', async () => {
    const environmentId = randomUUID()
    const history = [{ event: { name: 'note', to: 'anna' }, createdAt: new Date('2025-01-01T00:00:00.000Z') }]
    await seedHistory({ database: engine.database, workspace: workspace(environmentId), history })
    const silent = { publish: async () => {}, subscribe: async () => () => {} }
    const options = { environmentId, live: { bus: silent }, metrics: true, retention: { days: 30, isConfirmed: true } }
    const world = await createWorld(engine, options)
    const streams = [await request(world, '/v1/live'), await request(world, '/v1/live')].map(readStream)
    onTestFinished(async () => streams[1]?.cancel())
    await expect
      .poll(() => world.log, { timeout: 10_000 })
      .toContain('Retention removed 1 messages and 1 transaction ids.')

    const before = await metricsOf(world)
    expect(before.get('tidings_hint_streams')).toBe(2)
    expect(before.get('tidings_retention_removed_rows_total{table="messages"}')).toBe(1)
    expect(before.get('tidings_retention_removed_rows_total{table="transaction_ids"}')).toBe(1)
    expect(before.get('tidings_database_connections{state="waiting"}')).toBe(0)
    expect(before.get('tidings_database_connections{state="used"}')).toBeTypeOf('number')
    expect(before.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    expect(before.get('tidings_requests_in_flight')).toBe(1)
    await streams[0]?.cancel()
    expect((await metricsOf(world)).get('tidings_hint_streams')).toBe(1)
  })

  test('the metrics need the key, and GET', async () => {
    const world = await createWorld(engine, { metrics: true })

    expect((await request(world, '/metrics', {})).status).toBe(401)
    expect((await request(world, '/metrics', { authorization: 'ApiKey wrong' })).status).toBe(401)
    const post = await request(world, '/metrics', { authorization }, 'POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('without the option, there are none', async () => {
    expect((await request(await createWorld(engine), '/metrics')).status).toBe(404)
  })
})

test('requests in flight, and requests that wait for a connection', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address, { poolSize: 1 })
  const world = await createWorld({ database }, { metrics: true })
  const client = await connect(address)
  onTestFinished(async () => {
    await client.end()
    await database.close()
  })
  await client.query('begin; select from tidings.subscribers for update')
  const marks = ['anna', 'ben', 'pia'].map((id) =>
    world.call('POST', `/v1/subscribers/${id}/messages/mark-all`, { markAs: 'read' }),
  )
  await untilWaiting(client, 1)

  const during = await metricsOf(world)
  expect(during.get('tidings_requests_in_flight')).toBe(4)
  expect(during.get('tidings_database_connections{state="used"}')).toBe(1)
  expect(during.get('tidings_database_connections{state="waiting"}')).toBe(2)
  await client.query('rollback')
  await Promise.all(marks)
  const after = await metricsOf(world)
  expect(after.get('tidings_requests_in_flight')).toBe(1)
  expect(after.get('tidings_database_connections{state="waiting"}')).toBe(0)
})

test(
  'the command serves them with the key, and without it on a port of their own, where nothing else is',
  async () => {
    const command = await started(['--data', await createDatabase(), '--api-key', 'k', '--metrics-port', '0'])
    const key = 'k'
    await welcome(command.address, key, 'ada')
    const [, address = ''] = /Metrics without a key: (http:\S+)\/metrics/.exec(command.output.stderr) ?? []

    const own = await fetch(`${address}/metrics`)
    expect(own.status).toBe(200)
    expect(parse(await own.text()).get('tidings_messages_stored_total')).toBe(1)
    const shared = await fetch(`${command.address}/metrics`, { headers: { authorization: `ApiKey ${key}` } })
    expect(parse(await shared.text()).get('tidings_messages_stored_total')).toBe(1)
    expect((await fetch(`${command.address}/metrics`)).status).toBe(401)
    for (const path of ['/', '/healthz', '/v1/integrations/active'])
      expect((await fetch(`${address}${path}`, { headers: { authorization: `ApiKey ${key}` } })).status).toBe(404)
    expect((await call(command.address, key, '/healthz')).status).toBe(200)
    command.kill('SIGTERM')
    expect(await command.exit).toBe(0)
  },
  patience,
)
