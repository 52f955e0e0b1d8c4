import { expect, test } from 'vitest'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startBufferingProxy } from './support/startBufferingProxy.ts'
import { startServer } from './support/startServer.ts'
import { surviveBuffering, unharmed } from './support/survive.ts'

test('a server in front of the proxy that collects each response before it sends it', async () => {
  const { address } = await startKillablePostgres()
  const service = await startServer({ kind: 'command', data: address })
  const proxy = await startServer({ kind: 'proxy', serviceUrl: service.address })

  const harm = await surviveBuffering({
    serviceUrl: service.address,
    proxyUrl: await startBufferingProxy(proxy.address),
  })

  expect(harm).toEqual({ ...unharmed, streamsOfReader: 1 })
})
