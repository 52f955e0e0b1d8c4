import { expect, test } from 'vitest'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startNetwork } from '../../service/support/liveServers.ts'
import { startServer } from './support/startServer.ts'
import { survive, unharmed } from './support/survive.ts'

test('a network between browser and proxy that drops the packets of its connections', async () => {
  const { address } = await startKillablePostgres()
  const service = await startServer({ kind: 'command', data: address })
  const proxy = await startServer({ kind: 'proxy', serviceUrl: service.address })
  const network = await startNetwork(proxy.address)

  const harm = await survive(
    { serviceUrl: service.address, proxyUrl: new URL(network.address).origin },
    { cause: network.drop },
  )

  expect(harm).toEqual(unharmed)
})
