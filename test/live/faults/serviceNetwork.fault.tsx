import { expect, test } from 'vitest'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startNetwork } from '../../service/support/liveServers.ts'
import { startServer } from './support/startServer.ts'
import { survive, unharmed } from './support/survive.ts'

test('a network between proxy and service that drops the packets of its connections', async () => {
  const { address } = await startKillablePostgres()
  const service = await startServer({ kind: 'command', data: address })
  const network = await startNetwork(service.address)
  const proxy = await startServer({ kind: 'proxy', serviceUrl: new URL(network.address).origin })

  const harm = await survive({ serviceUrl: service.address, proxyUrl: proxy.address }, { cause: network.drop })

  expect(harm).toEqual(unharmed)
})
