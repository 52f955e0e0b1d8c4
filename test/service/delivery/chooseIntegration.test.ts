import { expect, test } from 'vitest'
import { sharedMemory } from '../support/engines.ts'
import { createSendingWorld, event, integration, listMessages } from './support.ts'

test('the integration of a message: its conditions hold, its credentials are known, it is primary, or the newest', async () => {
  const only = (plan: string) => [
    {
      isNegated: false,
      type: 'TEXT' as const,
      value: 'AND' as const,
      children: [{ on: 'subscriber' as const, field: 'plan', operator: 'EQUAL' as const, value: plan }],
    },
  ]
  const sms = (identifier: string, more: object = {}) => integration('sms', identifier, {}, more)
  const choose = async (integrations: ReturnType<typeof sms>[], channel: 'sms' | 'chat' = 'sms') => {
    const world = await createSendingWorld({ database: await sharedMemory() }, integrations)
    const channels =
      channel === 'chat'
        ? { channels: [{ providerId: 'ryver', credentials: { webhookUrl: 'http://127.0.0.1' } }] }
        : undefined
    await world.trigger(event(channel, { subscriberId: 'anna', data: { plan: 'pro' }, ...channels }))
    return (await listMessages(world))[0]?.providerId
  }

  expect(await choose([sms('a'), sms('b')])).toBe('b')
  expect(await choose([sms('a', { primary: true }), sms('b')])).toBe('a')
  expect(await choose([sms('a', { primary: true, active: false }), sms('b'), sms('c', { active: false })])).toBe('b')
  expect(
    await choose([sms('a', { conditions: only('pro') }), sms('b', { primary: true, conditions: only('free') })]),
  ).toBe('a')
  expect(await choose([sms('a', { conditions: only('free') })])).toBeUndefined()
  const chat = [integration('chat', 'ryver'), integration('chat', 'slack', {}, { primary: true })]
  expect(await choose(chat, 'chat')).toBe('ryver')
})

test('a condition that compares things that do not compare is logged once, without what was sent', async () => {
  const children = [{ on: 'payload' as const, field: 'amount', operator: 'LARGER' as const, value: '100' }]
  const conditions = [{ isNegated: false, type: 'NUMBER' as const, value: 'AND' as const, children }]
  const large = integration('sms', 'large', {}, { conditions })
  const world = await createSendingWorld({ database: await sharedMemory() }, [large])
  for (const amount of ['secret', 'secret too', undefined, 5])
    await world.trigger({ ...event('sms', 'anna'), payload: { subject: '', text: '', amount } })
  const logged = world.log.filter((line) => line.includes('amount'))
  // Without the id of the request.
  expect(logged.map((line) => line.replace(/^\[.*?\] /, ''))).toEqual([
    'In the conditions of the integration "large": The comparison of payload.amount by LARGER is false: it needs two ' +
      'numbers, or two dates in ISO 8601. Correct the condition in the workspace file, or what is sent as payload.amount.',
  ])
})
