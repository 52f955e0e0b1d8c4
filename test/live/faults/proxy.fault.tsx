import { expect, test } from 'vitest'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startServer } from './support/startServer.ts'
import { survive, unharmed } from './support/survive.ts'

test('a proxy that is killed and restarted', async () => {
  const { address } = await startKillablePostgres()
  const service = await startServer({ kind: 'command', data: address })
  const proxy = await startServer({ kind: 'proxy', serviceUrl: service.address })

  const harm = await survive(
    { serviceUrl: service.address, proxyUrl: proxy.address },
    {
      cause: proxy.kill,
      repair: proxy.start,
    },
  )

  expect(harm).toEqual(unharmed)
})
