import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createServiceClient, type HintPublisher } from '../../src/client/index.ts'
import type { TriggerEvent } from '../../src/contract/index.ts'
import type { LiveHub } from '../../src/live/index.ts'
import { errorOf } from './errorOf.ts'
import { json, lost, scriptedService, type Step } from './scriptedService.ts'

const setUp = (...script: Step[]) => {
  const { options, requests } = scriptedService(...script)
  const publish = vi.fn<HintPublisher['publish']>()
  const client = createServiceClient({ ...options, apiKey: 'secret', retry: false, live: { publish } })
  return { client, publish, requests }
}
const results = (...acknowledged: boolean[]) =>
  json(acknowledged.map((each) => ({ acknowledged: each, status: each ? 'processed' : 'error' })))
const event = (to: TriggerEvent['to']): TriggerEvent => ({ name: 'comment-created', to })

describe('createServiceClient with a hub', () => {
  it('accepts a hub of createLiveHub', () => {
    expectTypeOf<LiveHub>().toExtend<HintPublisher>()
  })

  it('publishes one hint for the recipients of acknowledged events, each once', async () => {
    const { client, publish } = setUp(results(true, false, true))
    await client.bulkTrigger([
      event('ada'),
      event('lost'),
      event(['bo', { subscriberId: 'cy', email: 'cy@example.com' }, 'ada']),
    ])
    expect(publish.mock.calls).toEqual([[{ subscriberIds: ['ada', 'bo', 'cy'], early: true }]])
  })

  it('publishes nothing if no event is acknowledged, or the call fails', async () => {
    const { client, publish } = setUp(results(false), json({ message: 'Busy' }, 503), lost())
    await client.bulkTrigger({ events: [event('ada')] })
    await errorOf(client.bulkTrigger([event('ada')]))
    await errorOf(client.bulkTrigger([event('ada')]))
    expect(publish).not.toHaveBeenCalled()
  })

  it('publishes a hint per call of a long list, also if a later one fails', async () => {
    const { client, publish } = setUp(results(...Array.from({ length: 100 }, () => true)), lost())
    const events = Array.from({ length: 150 }, (_, index) => event(`s${index}`))
    await errorOf(client.bulkTriggerInChunks(events))
    expect(publish.mock.calls.map(([{ subscriberIds }]) => subscriberIds)).toEqual([
      Array.from({ length: 100 }, (_, index) => `s${index}`),
    ])
  })
})
