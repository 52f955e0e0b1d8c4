import { expect, test } from 'vitest'
import { installServers } from '../../../scripts/setup/installServers.ts'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startRedis } from '../../service/support/liveServers.ts'
import { startServer } from './support/startServer.ts'
import { survive, unharmed } from './support/survive.ts'

test('a Redis that is killed and restarted, between two services', async () => {
  installServers()
  const { address } = await startKillablePostgres()
  const redis = await startRedis()
  const trigger = await startServer({ kind: 'service', data: address, redis: redis.url })
  const other = await startServer({ kind: 'service', data: address, redis: redis.url })
  const proxy = await startServer({ kind: 'proxy', serviceUrl: other.address })

  const harm = await survive(
    { serviceUrl: trigger.address, proxyUrl: proxy.address },
    {
      cause: redis.kill,
      repair: redis.start,
    },
  )

  expect(harm).toEqual(unharmed)
})
