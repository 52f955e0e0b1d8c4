import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '../../src/contract/index.ts'
import { onEachEngine } from './support/engines.ts'
import { createWorld, type World } from './support/world.ts'

const preferences = async (world: World, subscriberId: string, query = '') => {
  const { status, body } = await world.call('GET', `/v2/subscribers/${subscriberId}/preferences${query}`)
  expect(status).toBe(200)
  return z.parse(operations.getPreferences.answer, body)
}
const listed = async (world: World, query: string) =>
  (await preferences(world, 'pia', query)).workflows.map(({ workflow }) => workflow.identifier)

onEachEngine((engine) => {
  test('what a subscriber chose is shown, with its source', async () => {
    const world = await createWorld(engine)

    const { global, workflows } = await preferences(world, 'pia')

    expect(global).toEqual({
      enabled: true,
      channels: { in_app: true, email: false, sms: true, chat: true, push: true },
      schedule: {
        isEnabled: true,
        weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] } },
      },
    })
    expect(workflows.find(({ workflow }) => workflow.identifier === 'comment-added')).toEqual({
      enabled: true,
      channels: { in_app: false },
      overrides: [{ channel: 'in_app', source: 'subscriber' }],
      workflow: { slug: 'comment-added', identifier: 'comment-added', name: 'Comment added' },
    })
    expect(workflows.find(({ workflow }) => workflow.identifier === 'invoice')).toMatchObject({
      enabled: true,
      channels: { in_app: true, email: true },
      overrides: [
        { channel: 'in_app', source: 'template' },
        { channel: 'email', source: 'template' },
      ],
    })
  })

  test('one who chose nothing has everything on', async () => {
    const world = await createWorld(engine)

    const { global, workflows } = await preferences(world, 'anna')

    expect(global).toEqual({
      enabled: true,
      channels: { in_app: true, email: true, sms: true, chat: true, push: true },
    })
    expect(workflows.every(({ enabled, channels }) => enabled && Object.values(channels).every(Boolean))).toBe(true)
  })

  test('only channels with an active step, and only active workflows, appear', async () => {
    const world = await createWorld(engine)

    const { workflows } = await preferences(world, 'anna', '?criticality=all')
    const channels = Object.fromEntries(
      workflows.map((each) => [each.workflow.identifier, Object.keys(each.channels).toSorted()]),
    )

    expect(channels).toMatchObject({
      'half-off': ['in_app'],
      'no-active-steps': [],
      invoice: ['email', 'in_app'],
    })
    expect(channels).not.toHaveProperty('inactive')
  })

  test('criticality: not critical unless asked otherwise', async () => {
    const world = await createWorld(engine)

    expect(await listed(world, '?criticality=critical')).toEqual(['alert'])
    expect(await listed(world, '')).toEqual(await listed(world, '?criticality=nonCritical'))
    expect(await listed(world, '')).not.toContain('alert')
    expect(await listed(world, '?criticality=all')).toHaveLength((await listed(world, '')).length + 1)
  })

  test('a critical workflow shows as on, whatever was chosen: the subscriber may not change it', async () => {
    const world = await createWorld(engine)

    const { workflows } = await preferences(world, 'pia', '?criticality=critical')

    expect(workflows).toMatchObject([
      { enabled: true, channels: { in_app: true }, overrides: [{ source: 'template' }] },
    ])
  })

  test('a bad criticality is 422, an unknown subscriber 404', async () => {
    const world = await createWorld(engine)

    expect((await world.call('GET', '/v2/subscribers/pia/preferences?criticality=some')).status).toBe(422)
    expect((await world.call('GET', '/v2/subscribers/nobody/preferences')).status).toBe(404)
  })

  test.each([
    ['off for this workflow and channel', 'pia', 'comment-added', 0],
    ['off for this workflow', 'picky', 'invoice', 0],
    ['on for another workflow', 'picky', 'note', 1],
    ['off for all workflows', 'quiet', 'note', 0],
    ['off for all workflows, but critical', 'quiet', 'alert', 1],
    ['off for this workflow, but critical', 'pia', 'alert', 1],
    ['off for another channel', 'pia', 'invoice', 1],
  ])('an event is delivered by preference: %s', async (_, subscriberId, workflow, expected) => {
    const world = await createWorld(engine)

    await world.trigger({ name: workflow, to: subscriberId })

    expect((await world.feed(subscriberId)).totalCount).toBe(expected)
  })
})
