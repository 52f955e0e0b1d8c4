import { test } from 'vitest'
import { startKillablePostgres } from './support/startKillablePostgres.ts'
import { startServer } from './support/startServer.ts'
import { survive } from './support/survive.ts'

test('a PostgreSQL that is killed and restarted, between two services', async () => {
  const postgres = await startKillablePostgres()
  const trigger = await startServer({ kind: 'service', data: postgres.address })
  const other = await startServer({ kind: 'service', data: postgres.address })
  const proxy = await startServer({ kind: 'proxy', serviceUrl: other.address })

  await survive(
    { serviceUrl: trigger.address, proxyUrl: proxy.address },
    {
      cause: postgres.kill,
      repair: postgres.start,
    },
  )
})
