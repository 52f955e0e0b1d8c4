import { setTimeout as pass } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../../setup/seededRandom.ts'
import { startKillablePostgres } from '../support/killablePostgres.ts'
import { startNetwork } from '../support/liveServers.ts'
import { started } from '../support/serving.ts'
import { allSent, compareSent, endPauses } from './support/compareSent.ts'
import { compareStored, noDifferences } from './support/compareStored.ts'
import { createSteppedClock } from './support/createSteppedClock.ts'
import { faultCount, injectFaults, printFaults } from './support/injectFaults.ts'
import { apiKey, startClients } from './support/startClients.ts'
import { startProviders } from './support/startProviders.ts'

/** A service that reaches the database through a network of its own. */
const startService = async (database: string, more: readonly string[], env: Record<string, string> = {}) => {
  const network = await startNetwork(database)
  const start = () => started(['--data', network.address, '--api-key', apiKey, '--pool-size', '4', ...more], { env })
  let command = await start()
  const service = {
    network,
    address: command.address,
    kill: async () => {
      command.kill('SIGKILL')
      await command.exit
    },
    start: async () => {
      command = await start()
      service.address = command.address
    },
  }
  return service
}

test('two services on PostgreSQL store and send what they acknowledge, whatever fails', async () => {
  const random = seededRandom()
  const postgres = await startKillablePostgres()
  const clock = createSteppedClock()
  const providers = await startProviders(random)
  const services = [
    await startService(postgres.address, providers.args),
    await startService(postgres.address, providers.args, clock.env),
  ] as const
  const clients = startClients(services, 6, random)
  const either = () => services[random() < 0.5 ? 0 : 1]
  let service = either()

  const faults = await injectFaults(
    {
      'SIGKILL of a service': {
        share: 2,
        cause: () => {
          service = either()
          return service.kill()
        },
        repair: () => service.start(),
      },
      'the clock of one service is set': { share: 4, cause: () => clock.step(random) },
      'SIGKILL of PostgreSQL': { share: 3, cause: postgres.kill, repair: postgres.start },
      'PostgreSQL restarts at once': { share: 3, cause: postgres.crash, repair: postgres.start },
      'PostgreSQL is paused': { share: 5, cause: () => postgres.pauseDuring(() => pass(200 + random() * 1000)) },
      'PostgreSQL ends connections': { share: 4, cause: () => postgres.terminate(() => random() < 0.7) },
      'the network drops the data of open connections': {
        share: 2,
        cause: () => {
          // Those of earlier faults, which PostgreSQL would notice after hours.
          for (const { network } of services) network.resetDropped()
          either().network.drop()
        },
      },
      'the network resets connections': { share: 4, cause: () => either().network.reset() },
    },
    clients,
    providers,
    random,
  )

  await clients.stop()
  await Promise.all(services.map(({ kill }) => kill()))
  await postgres.kill()
  await postgres.start()
  expect(await endPauses(postgres.address)).toBe(0)
  await services[0].start()
  printFaults(faults, clients, providers)
  expect(await compareStored(services[0].address, clients)).toEqual(noDifferences)
  expect(await compareSent(services[0].address, clients, providers, { mayGiveUp: false })).toEqual(allSent)
  expect(providers.unmet()).toEqual([])
  expect(clients.problems).toEqual([])
  expect([...faults.values()].flat()).toHaveLength(faultCount)
  expect([...faults.values()].filter(({ length }) => length > 0)).toHaveLength(8)
})
