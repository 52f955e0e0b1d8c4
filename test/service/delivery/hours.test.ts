import { expect, test } from 'vitest'
import { type Database, seedHistory } from '../../../src/service/index.ts'
import { onEachEngine, sharedMemory } from '../support/engines.ts'
import { startProvider, status } from '../support/providers.ts'
import { createWorld } from '../support/world.ts'
import { createSendingWorld, event, integration, listMessages, untilNewest, untilTried } from './support.ts'

/** Sunday: the clock of a world begins at 12:00 in UTC. */
const nineToFive = (...days: string[]) => ({
  isEnabled: true,
  weeklySchedule: Object.fromEntries(
    days.map((day) => [day, { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] }]),
  ),
})

const workdays = nineToFive('monday', 'tuesday', 'wednesday', 'thursday', 'friday')

const setUp = async (
  engine: Parameters<typeof createSendingWorld>[0],
  { timezone, ...options }: { timezone?: string } & Parameters<typeof createSendingWorld>[2] = {},
) => {
  const provider = await startProvider()
  const integrations = [integration('sms', 'generic-sms', { baseUrl: provider.url }), integration('in_app', 'novu', {})]
  const world = await createSendingWorld(engine, integrations, {
    ...options,
    change: (workspace) => {
      workspace.workflows?.push(
        { identifier: 'alert', name: 'Alert', critical: true, steps: [{ channel: 'sms', content: 'x' }] },
        {
          identifier: 'both',
          name: 'Both',
          steps: [
            { channel: 'in_app', content: 'x' },
            { channel: 'sms', content: 'x' },
          ],
        },
      )
    },
  })
  await world.call('POST', '/v1/subscribers/bulk', {
    subscribers: [{ subscriberId: 'ben', phone: '+46701234567', ...(timezone && { timezone }) }],
  })
  const choose = async (change: object) =>
    expect((await world.call('PATCH', '/v2/subscribers/ben/preferences', change)).status).toBe(200)
  /** Moves the clock. The next request looks. */
  const moveTo = async (time: string) => {
    world.clock.now = new Date(time)
    await listMessages(world)
  }
  return { provider, world, choose, moveTo }
}

onEachEngine((engine) => {
  test('a message waits for the delivery hours of its subscriber', async () => {
    const { provider, world, choose, moveTo } = await setUp(engine)
    await choose({ schedule: workdays })
    await world.trigger(event('sms', 'ben'))
    expect((await listMessages(world))[0]).toMatchObject({
      status: 'warning',
      errorId: 'delivery_hours',
      errorText: 'The message waits for the delivery hours of the subscriber, until 2026-03-02T09:00:00.000Z.',
    })

    await moveTo('2026-03-02T08:59:59.999Z')
    expect(provider.received).toEqual([])
    await moveTo('2026-03-02T09:00:00.000Z')
    expect(await untilNewest(world, { status: 'sent' })).toMatchObject({
      createdAt: '2026-03-01T12:00:00.000Z',
      deliveredAt: ['2026-03-02T09:00:00.000Z'],
    })
    expect(provider.received).toHaveLength(1)
  })

  test('hours and channels that change while a message waits are obeyed when it is due', async () => {
    const { provider, world, choose, moveTo } = await setUp(engine)
    await choose({ schedule: workdays })
    await world.trigger(event('sms', 'ben'))

    await choose({ schedule: nineToFive('wednesday') })
    await moveTo('2026-03-02T09:00:00.000Z')
    await untilNewest(world, { errorText: expect.stringContaining('until 2026-03-04T09:00:00.000Z') as string })

    await choose({ channels: { sms: false } })
    await moveTo('2026-03-04T09:00:00.000Z')
    const message = await untilNewest(world, { errorId: 'switched_off' })
    expect(message).toMatchObject({
      status: 'warning',
      errorText: 'The subscriber has switched off sms, all of them or those of this workflow.',
    })
    expect(provider.received).toEqual([])
  })

  test('a message is sent at once when its recipient ends the hours that it waits for', async () => {
    const { provider, world, choose } = await setUp(engine)
    await choose({ schedule: workdays })
    await world.trigger(event('sms', 'ben'))
    await choose({ schedule: { ...workdays, isEnabled: false } })
    await untilNewest(world, { status: 'sent' })
    expect(provider.received).toHaveLength(1)
  })

  test('a try that follows a failure waits for the hours too', async () => {
    const { provider, world, choose, moveTo } = await setUp(engine)
    provider.respondWith(status(503))
    await world.trigger(event('sms', 'ben'))
    await untilNewest(world, { errorId: 'retry' })
    await choose({ schedule: workdays })
    await moveTo('2026-03-01T12:01:00.000Z')
    await untilNewest(world, { errorId: 'delivery_hours' })
    provider.respondWith(() => ({}))
    await moveTo('2026-03-02T09:00:00.000Z')
    await untilNewest(world, { status: 'sent' })
    expect(provider.received).toHaveLength(2)
  })
})

test('the hours are those of the subscriber’s zone, else of the service', async () => {
  const database = await sharedMemory()
  const waitsUntil = async (zone: { timezone?: string; timeZone?: string }) => {
    const { world, choose } = await setUp({ database }, zone)
    await choose({ schedule: workdays })
    await world.trigger(event('sms', 'ben'))
    return /until (\S+)\.$/.exec((await listMessages(world))[0]?.errorText ?? '')?.[1]
  }
  expect(await waitsUntil({})).toBe('2026-03-02T09:00:00.000Z')
  expect(await waitsUntil({ timeZone: 'Asia/Tokyo' })).toBe('2026-03-02T00:00:00.000Z')
  expect(await waitsUntil({ timeZone: 'Asia/Tokyo', timezone: 'America/New_York' })).toBe('2026-03-02T14:00:00.000Z')
})

test('a message waits in the zone of the browser in which hours were set first', async () => {
  const database = await sharedMemory()
  const waitsUntil = async (options: { timezone?: string; timeZone?: string }, ...zones: string[]) => {
    const { world, choose } = await setUp({ database }, options)
    for (const timeZone of zones) await choose({ schedule: workdays, timeZone })
    await world.trigger(event('sms', 'ben'))
    const subscriber = (await world.call('GET', '/v2/subscribers/ben')).body as { data: { timezone: string | null } }
    return [/until (\S+)\.$/.exec((await listMessages(world))[0]?.errorText ?? '')?.[1], subscriber.data.timezone]
  }
  const [newYork, tokyo] = ['America/New_York', 'Asia/Tokyo']
  expect(await waitsUntil({}, newYork, tokyo)).toEqual(['2026-03-02T14:00:00.000Z', newYork])
  expect(await waitsUntil({ timezone: tokyo }, newYork)).toEqual(['2026-03-02T00:00:00.000Z', tokyo])
  for (const unknown of ['', '+02:00', 'Mars/Olympus'])
    expect(await waitsUntil({ timeZone: tokyo }, unknown)).toEqual(['2026-03-02T00:00:00.000Z', null])
})

test.each(['', '+02:00', 'Mars/Olympus'])('the time zone %j is refused at the start', async (timeZone) => {
  await expect(createWorld({ database: {} as Database }, { timeZone })).rejects.toThrow('timeZone must be the name')
})

test('across a change to summer time, the hours are those of the wall clock', async () => {
  const { world, choose } = await setUp({ database: await sharedMemory() }, { timezone: 'Europe/Stockholm' })
  await choose({ schedule: workdays })
  // Saturday. The clocks change on Sunday, 29 March.
  world.clock.now = new Date('2026-03-28T12:00:00.000Z')
  await world.trigger(event('sms', 'ben'))
  expect((await listMessages(world))[0]?.errorText).toContain('until 2026-03-30T07:00:00.000Z')
})

test('critical messages and those of the inbox wait for nothing', async () => {
  const { world, choose } = await setUp({ database: await sharedMemory() })
  await choose({ schedule: workdays, channels: { sms: false } })
  await world.trigger(event('sms', 'ben'), { name: 'alert', to: 'ben' }, { name: 'both', to: 'ben' })
  const messages = await untilTried(world)
  expect(messages.map(({ templateIdentifier, channel, errorId }) => [templateIdentifier, channel, errorId])).toEqual([
    ['both', 'sms', 'switched_off'],
    ['both', 'in_app', undefined],
    ['alert', 'sms', undefined],
    ['sms', 'sms', 'switched_off'],
  ])
})

test('a week without hours is a channel that is off, and unreadable hours delay nothing', async () => {
  const { world, choose } = await setUp({ database: await sharedMemory() })
  await choose({ schedule: nineToFive() })
  await world.trigger(event('sms', 'ben'))
  expect((await listMessages(world))[0]).toMatchObject({
    errorId: 'switched_off',
    errorText: 'The subscriber has switched off all delivery hours.',
  })
  await choose({ schedule: { ...workdays, isEnabled: false } })
  await world.trigger(event('sms', 'ben'))
  await untilNewest(world, { status: 'sent' })
})

test('a switch for one workflow concerns only that', async () => {
  const { world, choose } = await setUp({ database: await sharedMemory() })
  await choose({ workflowId: 'sms', channels: { sms: false } })
  await world.trigger(event('sms', 'ben'), { name: 'both', to: 'ben' })
  const messages = await untilTried(world)
  expect(messages.filter(({ channel }) => channel === 'sms').map(({ errorId }) => errorId)).toEqual([
    undefined,
    'switched_off',
  ])
})

test('past messages count as sent, except those that their recipients had switched off', async () => {
  const { world, provider } = await setUp({ database: await sharedMemory() })
  const subscribers = [
    { subscriberId: 'quiet', phone: '+461', preferences: { global: { channels: { sms: false } } } },
    { subscriberId: 'loud', phone: '+462', preferences: { global: { schedule: workdays } } },
  ]
  const { environmentId } = world
  await seedHistory({
    database: await sharedMemory(),
    workspace: {
      environmentId,
      organizationId: `org_${environmentId}`,
      integrations: [integration('sms', 'generic-sms', { baseUrl: provider.url })],
      workflows: [{ identifier: 'sms', name: 'SMS', steps: [{ channel: 'sms', content: 'x' }] }],
      subscribers,
    },
    history: ['quiet', 'loud'].map((to) => ({ event: { name: 'sms', to }, createdAt: new Date('2026-02-01') })),
  })
  expect((await listMessages(world, '&subscriberId=quiet'))[0]).toMatchObject({ errorId: 'switched_off' })
  expect((await listMessages(world, '&subscriberId=loud'))[0]).toMatchObject({
    status: 'sent',
    deliveredAt: ['2026-02-01T00:00:00.000Z'],
  })
  world.clock.advance(60_000)
  await listMessages(world)
  expect(provider.received).toEqual([])
})
