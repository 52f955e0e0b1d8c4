import { expect, test } from 'vitest'
import { createSendingWorld, event, integration, untilNewest } from './delivery/support.ts'
import { after, createFlow, type Steps } from './runs/support.ts'
import { sharedMemory } from './support/engines.ts'
import { silence, startProvider, status } from './support/providers.ts'

const hour = 60
const year = 365 * 24 * hour
const ben = { subscriberId: 'ben', phone: '+46701234567' }
const text = { channel: 'sms', content: 'Hello' } as const

const engine = async () => ({ database: await sharedMemory() })

const waits: { name: string; lead: number; steps: Steps; due: number }[] = []
for (const [ahead, lead] of [
  ['an hour', hour],
  ['a year', year],
] as const) {
  waits.push(
    { name: `a delay, by ${ahead}`, lead, steps: [{ delay: { amount: 5, unit: 'minutes' } }, text], due: 5 },
    { name: `a digest, by ${ahead}`, lead, steps: [{ digest: { amount: 5, unit: 'minutes' } }, text], due: 5 },
    {
      name: `a digest until a time of day, by ${ahead}`,
      lead,
      steps: [{ digest: { type: 'timed', amount: 1, unit: 'days', timed: { atTime: '15:00' } } }, text],
      due: 3 * hour,
    },
  )
}

/** In minutes from the start. A wait begins again when the service notices, within a minute here. */
test.each([
  ...waits,
  {
    name: 'a delay until a time of the event, by an hour',
    lead: hour,
    steps: [{ delay: { type: 'scheduled', delayPath: 'at' } }, text] satisfies Steps,
    due: 3 * hour,
  },
])('a clock that was ahead, and is right again: $name, ends in time', async ({ lead, steps, due }) => {
  const { world, sent, trigger, moveTo } = await createFlow(await engine(), steps)
  world.clock.now = after(lead)
  await trigger({ at: after(due).toISOString() })
  world.clock.now = after(0)
  await moveTo(1)
  await moveTo(due - 1)
  expect(sent()).toEqual([])
  await moveTo(due + 1)
  expect(sent()).toEqual(['Hello'])
})

const sendingWorld = async (options: { environmentId?: string; url: string }) =>
  createSendingWorld(await engine(), [integration('sms', 'generic-sms', { baseUrl: options.url })], {
    ...(options.environmentId !== undefined && { environmentId: options.environmentId }),
  })

/** Requests make the service look, whose clock a test moves. */
const lookUntil = async (world: Awaited<ReturnType<typeof sendingWorld>>, isMet: () => boolean) => {
  await expect
    .poll(async () => {
      world.clock.advance(1)
      await world.feed('ben')
      return isMet()
    })
    .toBe(true)
}

test('a message that is tried again does not wait for a year, while its service runs', async () => {
  const provider = await startProvider(status(503))
  const world = await sendingWorld({ url: provider.url })
  world.clock.now = after(year)
  await world.trigger(event('sms', ben))
  await untilNewest(world, { errorId: 'retry' })

  provider.respondWith(() => ({}))
  world.clock.now = after(0)
  const tries = provider.received.length
  for (const _look of [1, 2, 3]) {
    world.clock.advance(1)
    await world.feed('ben')
  }
  expect(provider.received).toHaveLength(tries)
  world.clock.now = after(1)
  await lookUntil(world, () => provider.received.length > tries)
  expect(await untilNewest(world, { status: 'sent' })).toMatchObject({ status: 'sent' })
})

test('a message of a process that was killed is sent, after a start with the right clock', async () => {
  const provider = await startProvider(silence)
  const first = await sendingWorld({ url: provider.url })
  await first.trigger(event('sms', ben))
  await expect.poll(() => provider.received.length).toBe(1)
  // The process has a clock a year ahead when it tries again, and is killed.
  const { environmentId } = first
  const second = await sendingWorld({ url: provider.url, environmentId })
  second.clock.now = after(year)
  await lookUntil(second, () => provider.received.length === 2)

  provider.respondWith(() => ({}))
  const third = await sendingWorld({ url: provider.url, environmentId })
  await lookUntil(third, () => third.clock.now > after(0))
  third.clock.now = after(1)
  await lookUntil(third, () => provider.received.length === 3)
  await untilNewest(third, { status: 'sent' })
})

test('a snooze ends at its time of day, and not a year later', async () => {
  const provider = await startProvider()
  const world = await createFlow(await engine(), [{ channel: 'in_app', content: 'Hello' }])
  expect(provider.received).toEqual([])
  const { call, clock } = world.world
  const snooze = async (lead: number) => {
    clock.now = after(lead)
    await world.trigger()
    const [notification] = (await world.world.feed('ben')).data
    const path = `/v2/subscribers/ben/notifications/${notification?._id}/snooze`
    expect((await call('PATCH', path, { snoozeUntil: after(lead + 3 * hour) })).status).toBe(200)
  }
  await snooze(year)
  clock.now = after(0)
  await world.moveTo(1)
  await world.moveTo(3 * hour - 1)
  expect((await world.world.feed('ben')).data).toEqual([])
  await world.moveTo(3 * hour)
  await expect.poll(async () => (await world.world.feed('ben')).data.length).toBe(1)
})
