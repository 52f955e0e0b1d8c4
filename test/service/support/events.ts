import { expect } from 'vitest'
import type { TriggerResult } from '../../../src/contract/index.ts'
import type { World } from './world.ts'

/** Sends events in one call, and returns their results without checking them. */
export const send = async (world: World, ...events: unknown[]): Promise<TriggerResult[]> => {
  const answer = await world.call('POST', '/v1/events/trigger/bulk', { events })
  expect(answer.status).toBe(201)
  return answer.body as TriggerResult[]
}

/** The contents of a feed, newest first. */
export const contents = async (world: World, subscriberId: string): Promise<string[]> =>
  (await world.feed(subscriberId, '?limit=100')).data.map(({ content }) => content)

/** An event whose message has a text from its payload. */
export const note = (text: string, to: unknown = 'anna', more: object = {}) => ({
  name: 'note',
  to,
  payload: { text },
  ...more,
})
