import { expect, inject, onTestFinished, test } from 'vitest'
import { connect, createDatabase } from '../support/engines.ts'
import { busOn, repairTime, startHub, untilTogether } from '../support/liveHubs.ts'
import { startNetwork, startPgBouncer } from '../support/liveServers.ts'
import { startPostgres } from '../support/postgresServer.ts'

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
  const [first, second] = [startHub(busOn(address)), startHub(busOn(address))]
  await untilTogether(first, second)

  const ids = Array.from({ length: 50_000 }, (_, index) => `subscriber-${index}`)
  first.hub.publish({ subscriberIds: ids })
  second.hub.publish({ subscriberIds: ['ada'], early: true })

  const received = () =>
    second.hints.flatMap(({ subscriberIds }) => subscriberIds).filter((id) => id.startsWith('subscriber-'))
  await expect.poll(() => received().length, repairTime).toBe(ids.length)
  expect(received()).toEqual(ids)
  await expect.poll(() => first.hints, repairTime).toContainEqual({ subscriberIds: ['ada'], early: true })
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('hubs of another channel or database receive nothing', async () => {
  const address = await createDatabase()
  const first = startHub(busOn(address))
  const other = startHub(busOn(address, { channel: 'the "other" Channel' }))
  const elsewhere = startHub(busOn(await createDatabase()))
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
  const [first, second] = [startHub(busOn(address)), startHub(busOn(address))]
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
  const [sender, receiver] = [startHub(busOn(address)), startHub(busOn(network.address))]
  await untilTogether(sender, receiver)
  const { hints } = receiver

  network.drop()
  sender.hub.publish({ subscriberIds: ['missed'] })
  // The connection seems open. Only the statement that checks it reveals the loss.
  await expect.poll(() => hints, repairTime).toContainEqual({ subscriberIds: 'all' })
  await untilTogether(sender, receiver)

  expect(sender.errors).toEqual([])
})

test('a server that restarts: one report per hub, incomplete meanwhile, connected again, and anything may have changed', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const address = `${server.address}/postgres`
  const hubs = [startHub(busOn(address)), startHub(busOn(address))] as const
  await untilTogether(...hubs)

  await server.crash()
  for (const { hub } of hubs) hub.publish({ subscriberIds: ['lost'] })
  await expect.poll(() => hubs.map(({ hub }) => hub.isConnected()), repairTime).toEqual([false, false])
  for (const { hub, hints } of hubs) {
    hub.publish({ subscriberIds: ['also lost'] })
    hints.length = 0
  }
  await server.start()

  for (const { hints } of hubs) await expect.poll(() => hints, repairTime).toContainEqual({ subscriberIds: 'all' })
  await untilTogether(...hubs)
  for (const { errors } of hubs) expect(errors).toEqual([expect.stringContaining("The live bus can't send: ")])
})

test('a server that is not there at the start: reported once with the reason, and connected when it is', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  await server.crash()
  const recorded = startHub(busOn(`${server.address}/postgres`))

  await expect.poll(() => recorded.errors, repairTime).toEqual([expect.stringContaining('ECONNREFUSED')])
  expect(recorded.hub.isConnected()).toBe(false)
  await server.start()

  await untilTogether(recorded)
  expect(recorded.errors).toHaveLength(1)
})

test('PgBouncer in transaction mode: reported with the cause and the cure', async () => {
  const { hub, errors } = startHub(busOn(await startPgBouncer(await createDatabase(), 'transaction')))

  await expect
    .poll(() => errors, repairTime)
    .toEqual([expect.stringMatching(/does not deliver .* PgBouncer in transaction mode, .* direct connection string/)])
  expect(hub.isConnected()).toBe(false)
})

test('PgBouncer in session mode works', async () => {
  const address = await startPgBouncer(await createDatabase(), 'session')
  const [first, second] = [startHub(busOn(address)), startHub(busOn(address))]

  await untilTogether(first, second)
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('close ends both connections, and those of another hub on the bus remain', async () => {
  const address = await createDatabase()
  const bus = busOn(address)
  const [first, second] = [startHub(bus), startHub(bus)]
  await untilTogether(first, second)
  expect(await countConnections(address)).toBe(3)

  await first.hub.close()
  await untilTogether(second)
  expect(await countConnections(address)).toBe(2)
  await second.hub.close()

  await expect.poll(() => countConnections(address), repairTime).toBe(0)
})

test('a hub that is closed while its bus connects leaves no connection', async () => {
  const address = await createDatabase()
  const { hub } = startHub(busOn(address))
  await hub.close()

  const { hub: later } = startHub(busOn(address))
  await expect.poll(() => later.isConnected(), repairTime).toBe(true)
  await later.close()
  await expect.poll(() => countConnections(address), repairTime).toBe(0)
})
