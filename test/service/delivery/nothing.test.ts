import { expect, test } from 'vitest'
import { sharedMemory } from '../support/engines.ts'
import { startProvider } from '../support/providers.ts'
import { createSendingWorld, event, integration } from './support.ts'

/** Ben has a phone, ann has none, and ola wants no SMS. */
const setUp = async () => {
  const { url } = await startProvider()
  const integrations = [integration('sms', 'generic-sms', { baseUrl: url }), integration('push', 'unknown')]
  const world = await createSendingWorld({ database: await sharedMemory() }, integrations)
  await world.call('POST', '/v1/subscribers/bulk', {
    subscribers: [
      { subscriberId: 'ben', phone: '+461' },
      { subscriberId: 'ann' },
      { subscriberId: 'ola', phone: '+462' },
    ],
  })
  await world.call('PATCH', '/v2/subscribers/ola/preferences', { channels: { sms: false } })
  const errorOf = async (channel: 'sms' | 'push' | 'chat', ...to: string[]) =>
    (await world.trigger(event(channel, to)))[0]?.error
  return { world, errorOf }
}

test('the result of an event names the recipients who get nothing, and why', async () => {
  const { world, errorOf } = await setUp()
  expect(await errorOf('sms', 'ben')).toBeUndefined()
  expect(await errorOf('sms', 'ben', 'ann')).toEqual(['The recipient "ann": The subscriber has no phone number.'])
  expect(await errorOf('push', 'ben')).toEqual([expect.stringMatching(/^The recipient "ben": .* has no sender/)])
  expect(await errorOf('chat', 'ben')).toEqual([expect.stringContaining('No integration sends over chat')])
  expect(world.log.filter((line) => line.includes('no phone number'))).toHaveLength(1)
})

test('what a recipient has switched off is said only if nobody else gets the event, and is no failure', async () => {
  const { world, errorOf } = await setUp()
  const lines = world.log.length
  expect(await errorOf('sms', 'ben', 'ola')).toBeUndefined()
  expect(await errorOf('sms', 'ola')).toEqual([
    'Each recipient has switched off the channels of the workflow, so nothing was sent.',
  ])
  expect(world.log.slice(lines)).toEqual([])
  expect(await errorOf('sms', 'ola', 'ann')).toEqual(['The recipient "ann": The subscriber has no phone number.'])
})
