import { expect, test } from 'vitest'
import { createSteppedClock } from '../../service/faults/support/createSteppedClock.ts'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { seededRandom } from '../../setup/seededRandom.ts'
import { startServer } from './support/startServer.ts'
import { survive, unharmed } from './support/survive.ts'

test('a proxy that is killed and restarted, after its clock and the service’s were set', async () => {
  const { address } = await startKillablePostgres()
  const clock = createSteppedClock(seededRandom())
  const service = await startServer({ kind: 'command', data: address }, clock.env)
  const proxy = await startServer({ kind: 'proxy', serviceUrl: service.address }, clock.env)

  const harm = await survive(
    { serviceUrl: service.address, proxyUrl: proxy.address },
    {
      cause: async () => {
        clock.step()
        await proxy.kill()
      },
      repair: proxy.start,
    },
  )

  expect(harm).toEqual(unharmed)
})
