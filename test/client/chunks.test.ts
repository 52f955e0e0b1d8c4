import { describe, expect, it } from 'vitest'
import {
  createServiceClient,
  isHttpError,
  isPartialError,
  isRequestError,
  type PartialError,
} from '../../src/client/index.ts'
import type { BulkSubscribersResult, TriggerEvent, TriggerResult } from '../../src/contract/index.ts'
import { errorOf } from './errorOf.ts'
import { json, lost, scriptedService, type Step } from './scriptedService.ts'

const setUp = (...script: Step[]) => {
  const service = scriptedService(...script)
  const client = createServiceClient({ ...service.options, apiKey: 'secret', retry: false })
  const sizes = () => service.requests.map(({ body }) => Object.values(body as Record<string, unknown[]>)[0]?.length)
  return { ...service, client, sizes }
}
const events = (length: number): TriggerEvent[] =>
  Array.from({ length }, (_, index) => ({ name: 'a', to: `s${index}` }))
const entries = (length: number) => Array.from({ length }, (_, index) => ({ subscriberId: `s${index}` }))
const results = (from: number, count: number) =>
  json(
    Array.from({ length: count }, (_, index) => ({
      acknowledged: true,
      status: 'processed',
      transactionId: `t${from + index}`,
    })),
  )

describe('bulkTriggerInChunks', () => {
  it('sends calls of allowed length, and joins their results in order', async () => {
    const { client, sizes, requests } = setUp(results(0, 100), results(100, 100), results(200, 50))
    const joined = await client.bulkTriggerInChunks(events(250))
    expect(sizes()).toEqual([100, 100, 50])
    expect(joined.map(({ transactionId }) => transactionId)).toEqual(
      Array.from({ length: 250 }, (_, index) => `t${index}`),
    )
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3)
  })

  it('sends no call for an empty list, and one for a short list', async () => {
    const { client, sizes } = setUp(results(0, 100))
    expect(await client.bulkTriggerInChunks([])).toEqual([])
    await client.bulkTriggerInChunks(events(100))
    expect(sizes()).toEqual([100])
  })

  it('checks the whole list before the first call', async () => {
    const { client, requests } = setUp()
    const list = events(250)
    list[3] = { name: '', to: 'pia' }
    list[249] = { name: 'a', to: [] }
    const error = await errorOf(client.bulkTriggerInChunks(list))
    expect(isRequestError(error) && error.fields).toEqual([
      { field: 'events[3].name', message: 'must not be empty' },
      { field: 'events[249].to', message: 'must have at least 1 entry' },
    ])
    expect(requests).toEqual([])
  })

  it('returns the rest if a later call fails: sending it again delivers nothing twice', async () => {
    const { client, requests } = setUp(results(0, 100), json({}, 500), results(100, 100), results(200, 50))
    const error = await errorOf(client.bulkTriggerInChunks(events(250)))
    expect(isPartialError(error)).toBe(true)
    const { completed, remaining, cause, message } = error as PartialError<TriggerResult[], TriggerEvent>
    expect(message).toContain('100 of 250 entries were sent, then a call failed')
    expect(isHttpError(cause) && cause.status).toBe(500)
    expect(completed).toHaveLength(100)
    expect(remaining.map(({ to }) => to)).toEqual(
      events(250)
        .slice(100)
        .map(({ to }) => to),
    )

    await client.bulkTriggerInChunks(remaining)
    expect(requests[2]?.body).toEqual(requests[1]?.body)
  })

  it('returns all entries if the first call fails: the service may have processed it', async () => {
    const { client, requests } = setUp(lost(), results(0, 100), results(100, 50))
    const error = await errorOf(client.bulkTriggerInChunks(events(150)))
    expect(error).toMatchObject({ kind: 'partial', completed: [], cause: { kind: 'network' } })

    await client.bulkTriggerInChunks((error as PartialError<TriggerResult[], TriggerEvent>).remaining)
    expect(requests[1]?.body).toEqual(requests[0]?.body)
  })

  it.each([null, 5, 'event'])('rejects %j, which is no event', async (event) => {
    const { client } = setUp()
    const wrong = [event] as unknown as TriggerEvent[]
    const fields = [{ field: 'events[0]', message: 'must be an object' }]
    expect(await errorOf(client.bulkTriggerInChunks(wrong))).toMatchObject({ kind: 'request', fields })
    expect(await errorOf(client.bulkTrigger(wrong))).toMatchObject({ kind: 'request', fields })
  })

  it('rejects with a PartialError whose cause is the signal’s reason', async () => {
    const controller = new AbortController()
    const { client, options, requests, sizes } = setUp(results(0, 100))
    const fetch: typeof globalThis.fetch = (...request) => {
      if (requests.length === 0) return options.fetch(...request)
      controller.abort('enough')
      return new Promise(() => {})
    }
    const stopped = createServiceClient({ ...options, fetch, apiKey: 'secret' })
    const error = await errorOf(stopped.bulkTriggerInChunks(events(250), { signal: controller.signal }))
    expect(error).toMatchObject({ kind: 'partial', cause: 'enough' })
    const { completed, remaining } = error as PartialError<TriggerResult[], TriggerEvent>
    expect([completed.length, remaining.length]).toEqual([100, 150])
    expect(sizes()).toEqual([100])
    expect(client.baseUrl).toBe(stopped.baseUrl)
  })
})

describe('bulkSubscribersInChunks', () => {
  it('sends calls of allowed length, and joins each of the three lists in order', async () => {
    const answer = (name: string) =>
      json({
        created: [{ subscriberId: `${name}-new` }],
        updated: [{ subscriberId: `${name}-old` }],
        failed: [{ message: name }],
      })
    const { client, sizes } = setUp(answer('one'), answer('two'), answer('three'))
    const joined: BulkSubscribersResult = await client.bulkSubscribersInChunks(entries(1001))
    expect(sizes()).toEqual([500, 500, 1])
    expect(joined).toEqual({
      created: ['one', 'two', 'three'].map((name) => ({ subscriberId: `${name}-new` })),
      updated: ['one', 'two', 'three'].map((name) => ({ subscriberId: `${name}-old` })),
      failed: ['one', 'two', 'three'].map((message) => ({ message })),
    })
  })

  it('names an invalid entry by its index in the whole list', async () => {
    const { client } = setUp()
    const error = await errorOf(client.bulkSubscribersInChunks([...entries(700), { subscriberId: '' }]))
    expect(isRequestError(error) && error.fields).toEqual([
      { field: 'subscribers[700].subscriberId', message: 'must not be empty' },
    ])
  })
})
