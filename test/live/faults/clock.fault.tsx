import { expect, test } from 'vitest'
import { createSteppedClock } from '../../service/faults/support/createSteppedClock.ts'
import { startKillablePostgres } from '../../service/support/killablePostgres.ts'
import { startServer } from './support/startServer.ts'
import { surviveClocks, unharmed } from './support/survive.ts'

test('a proxy and a service whose clocks are set by an hour and a year while they run', async () => {
  const { address } = await startKillablePostgres()
  const clock = createSteppedClock()
  const service = await startServer({ kind: 'command', data: address }, clock.env)
  const proxy = await startServer({ kind: 'proxy', serviceUrl: service.address }, clock.env)

  const harm = await surviveClocks({ serviceUrl: service.address, proxyUrl: proxy.address }, clock.set)

  expect(harm).toEqual(unharmed)
})
