import { expect } from 'vitest'
import type { TriggerResult } from '../../../src/contract/index.ts'
import type { World } from './world.ts'

/** Sends events in one call, whatever becomes of them. */
export const send = async (world: World, ...events: unknown[]): Promise<TriggerResult[]> => {
  const answer = await world.call('POST', '/v1/events/trigger/bulk', { events })
  expect(answer.status).toBe(201)
  return answer.body as TriggerResult[]
}

/** What the notifications of a feed say, newest first. */
export const contents = async (world: World, subscriberId: string): Promise<string[]> =>
  (await world.feed(subscriberId, '?limit=100')).data.map(({ content }) => content)

/** An event of the workflow that says what its payload says. */
export const note = (text: string, to: unknown = 'anna', more: object = {}) => ({
  name: 'note',
  to,
  payload: { text },
  ...more,
})
