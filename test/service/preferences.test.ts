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
  test('a subscriber’s choices are shown with their source', async () => {
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

  test('without choices, everything is enabled', async () => {
    const world = await createWorld(engine)

    const { global, workflows } = await preferences(world, 'anna')

    expect(global).toEqual({
      enabled: true,
      channels: { in_app: true, email: true, sms: true, chat: true, push: true },
    })
    expect(workflows.every(({ enabled, channels }) => enabled && Object.values(channels).every(Boolean))).toBe(true)
  })

  test('only channels with an active step and only active workflows are listed', async () => {
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

  test('the default criticality is not critical', async () => {
    const world = await createWorld(engine)

    expect(await listed(world, '?criticality=critical')).toEqual(['alert'])
    expect(await listed(world, '')).toEqual(await listed(world, '?criticality=nonCritical'))
    expect(await listed(world, '')).not.toContain('alert')
    expect(await listed(world, '?criticality=all')).toHaveLength((await listed(world, '')).length + 1)
  })

  test('a critical workflow is shown as enabled regardless of choices, because the subscriber can’t change it', async () => {
    const world = await createWorld(engine)

    const { workflows } = await preferences(world, 'pia', '?criticality=critical')

    expect(workflows).toMatchObject([
      { enabled: true, channels: { in_app: true }, overrides: [{ source: 'template' }] },
    ])
  })

  test('an invalid criticality is 422, an unknown subscriber 404', async () => {
    const world = await createWorld(engine)

    expect((await world.call('GET', '/v2/subscribers/pia/preferences?criticality=some')).status).toBe(422)
    expect((await world.call('GET', '/v2/subscribers/nobody/preferences')).status).toBe(404)
  })

  test.each([
    ['disabled for this workflow and channel', 'pia', 'comment-added', 0],
    ['disabled for this workflow', 'picky', 'invoice', 0],
    ['enabled for another workflow', 'picky', 'note', 1],
    ['disabled for all workflows', 'quiet', 'note', 0],
    ['disabled for all workflows, but critical', 'quiet', 'alert', 1],
    ['disabled for this workflow, but critical', 'pia', 'alert', 1],
    ['disabled for another channel', 'pia', 'invoice', 1],
  ])('preferences decide whether an event is delivered: %s', async (_, subscriberId, workflow, expected) => {
    const world = await createWorld(engine)

    await world.trigger({ name: workflow, to: subscriberId })

    expect((await world.feed(subscriberId)).totalCount).toBe(expected)
  })
})
