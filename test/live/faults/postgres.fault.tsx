import { expect, test } from 'vitest'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startServer } from './support/startServer.ts'
import { survive, unharmed } from './support/survive.ts'

test('a PostgreSQL that is killed and restarted, between two services', async () => {
  const postgres = await startKillablePostgres()
  const trigger = await startServer({ kind: 'command', data: postgres.address })
  const other = await startServer({ kind: 'command', data: postgres.address })
  const proxy = await startServer({ kind: 'proxy', serviceUrl: other.address })

  const harm = await survive(
    { serviceUrl: trigger.address, proxyUrl: proxy.address },
    {
      cause: postgres.kill,
      repair: postgres.start,
    },
  )

  expect(harm).toEqual(unharmed)
})
