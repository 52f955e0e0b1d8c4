import { expect, inject, onTestFinished, test } from 'vitest'
import { manualEnvironment } from '../../live/manualEnvironment.ts'
import { connect, createDatabase } from '../support/engines.ts'
import { busOn, hasFailed, hasHintForAll, startHub, until, untilTogether } from '../support/liveHubs.ts'
import { startNetwork, startPgBouncer } from '../support/liveServers.ts'
import { startPostgres } from '../support/postgresServer.ts'

/** A hub on a database, with a clock of its own. */
const hubOn = (address: string, options: { channel?: string } = {}) => {
  const clock = manualEnvironment()
  return startHub(clock, busOn(clock, address, options))
}

/** The number of connections of buses to a database. */
const countConnections = async (address: string) => {
  const client = await connect(`${inject('postgres')}/postgres`)
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = $1 and application_name = 'tidings-live'",
    [new URL(address).pathname.slice(1)],
  )
  await client.end()
  return rowCount
}

test('two hubs receive the hints of each other, however many subscribers they have', async () => {
  const address = await createDatabase()
  const [first, second] = [hubOn(address), hubOn(address)]
  await untilTogether(first, second)

  const ids = Array.from({ length: 50_000 }, (_, index) => `subscriber-${index}`)
  first.hub.publish({ subscriberIds: ids })
  second.hub.publish({ subscriberIds: ['ada'], early: true })

  const received = () =>
    second.hints.flatMap(({ subscriberIds }) => subscriberIds).filter((id) => id.startsWith('subscriber-'))
  await until([first, second], () => received().length, ids.length)
  expect(received()).toEqual(ids)
  await until([first, second], () => first.hints.some(({ early }) => early))
  expect(first.hints).toContainEqual({ subscriberIds: ['ada'], early: true })
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('hubs of another channel or database receive nothing', async () => {
  const address = await createDatabase()
  const first = hubOn(address)
  const other = hubOn(address, { channel: 'the "other" Channel' })
  const elsewhere = hubOn(await createDatabase())
  await Promise.all([first, other, elsewhere].map((hub) => untilTogether(hub)))
  for (const { hints } of [other, elsewhere]) hints.length = 0

  first.hub.publish({ subscriberIds: ['ada'] })
  await untilTogether(first)
  await Promise.all([untilTogether(other), untilTogether(elsewhere)])

  for (const { hints } of [other, elsewhere])
    expect(JSON.stringify(hints.flatMap(({ subscriberIds }) => subscriberIds))).not.toContain('ada')
})

test('connections that the server terminates: the hubs reconnect, and nothing throws', async () => {
  const address = await createDatabase()
  const [first, second] = [hubOn(address), hubOn(address)]
  await untilTogether(first, second)
  expect(await countConnections(address)).toBe(4)

  const client = await connect(address)
  for (let round = 0; round < 3; round++) {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await untilTogether(first, second)
  }
  await client.end()

  expect(await countConnections(address)).toBe(4)
})

test('a lost LISTEN connection: the hints that it missed become one for all', async () => {
  const address = await createDatabase()
  const network = await startNetwork(address)
  const [sender, receiver] = [hubOn(address), hubOn(network.address)]
  await untilTogether(sender, receiver)
  receiver.hints.length = 0

  network.drop()
  sender.hub.publish({ subscriberIds: ['missed'] })
  // The connection seems open. Only the statement that checks it after 10 seconds reveals the loss, 5 seconds later.
  await receiver.clock.advance(15_000)
  await until([sender, receiver], () => hasHintForAll(receiver))
  await untilTogether(sender, receiver)

  expect(sender.errors).toEqual([])
})

test('a server that restarts: one report per hub, incomplete meanwhile, connected again, and anything may have changed', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const address = `${server.address}/postgres`
  const hubs = [hubOn(address), hubOn(address)] as const
  await untilTogether(...hubs)

  await server.crash()
  for (const { hub } of hubs) hub.publish({ subscriberIds: ['lost'] })
  await until(hubs, () => hubs.every(hasFailed))
  for (const { hub, hints } of hubs) {
    hub.publish({ subscriberIds: ['also lost'] })
    hints.length = 0
  }
  await server.start()

  await until(hubs, () => hubs.every(hasHintForAll))
  await untilTogether(...hubs)
  for (const { errors } of hubs) expect(errors).toEqual([expect.stringContaining("The live bus can't send: ")])
})

test(
  'a server that is not there at the start: reported once with the reason, and connected when it is',
  { tags: 'slow' },
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    await server.crash()
    const recorded = hubOn(`${server.address}/postgres`)

    await until([recorded], () => hasFailed(recorded))
    expect(recorded.errors).toEqual([expect.stringContaining('ECONNREFUSED')])
    await server.start()

    await untilTogether(recorded)
    expect(recorded.errors).toHaveLength(1)
  },
)

test('PgBouncer in transaction mode: reported with the cause and the cure', async () => {
  const { hub, errors, clock } = hubOn(await startPgBouncer(await createDatabase(), 'transaction'))

  // The server has accepted the first ping, which is all that the hub still waits for.
  await expect.poll(() => [clock.timers(5_000), clock.timers(10_000)]).toEqual([1, 2])
  await clock.advance(5_000)
  expect(errors).toEqual([
    expect.stringMatching(/does not deliver .* PgBouncer in transaction mode, .* direct connection string/),
  ])
  expect(hub.isConnected()).toBe(false)
})

test('PgBouncer in session mode works', async () => {
  const address = await startPgBouncer(await createDatabase(), 'session')
  const [first, second] = [hubOn(address), hubOn(address)]

  await untilTogether(first, second)
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('close ends both connections, and those of another hub on the bus remain', async () => {
  const address = await createDatabase()
  const clock = manualEnvironment()
  const bus = busOn(clock, address)
  const [first, second] = [startHub(clock, bus), startHub(clock, bus)]
  await untilTogether(first, second)
  expect(await countConnections(address)).toBe(3)

  await first.hub.close()
  await untilTogether(second)
  expect(await countConnections(address)).toBe(2)
  await second.hub.close()

  await expect.poll(() => countConnections(address)).toBe(0)
})

test('a hub that is closed while its bus connects leaves no connection', async () => {
  const address = await createDatabase()
  const { hub } = hubOn(address)
  await hub.close()

  const later = hubOn(address)
  await until([later], () => later.hub.isConnected())
  await later.hub.close()
  await expect.poll(() => countConnections(address)).toBe(0)
})
