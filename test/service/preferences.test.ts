import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '../../src/contract/index.ts'
import type { WorkspaceInput } from '../../src/service/index.ts'
import { onEachEngine } from './support/engines.ts'
import { createWorld, type World } from './support/world.ts'

const preferences = async (world: World, subscriberId: string, query = '') => {
  const { status, body } = await world.call('GET', `/v2/subscribers/${subscriberId}/preferences${query}`)
  expect(status).toBe(200)
  return z.parse(operations.getPreferences.response, body)
}
type Steps = NonNullable<NonNullable<WorkspaceInput['workflows']>[number]['steps']>
type Step = Steps[number]
const inApp: Step = { channel: 'in_app', content: 'Note' }
const hours = (amount: number): Step => ({ delay: { amount, unit: 'hours' } })
const unless = (channel: 'email' | 'sms', is: 'unread' | 'unseen', step = 'in-app'): Step => ({
  channel,
  content: 'Mail',
  onlyIf: { step, is },
})
const filters = [{ isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children: [] }]

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

  const conditionCases: Record<string, [Steps, object | undefined]> = {
    'after the delays between': [
      [inApp, hours(1), unless('email', 'unread')],
      { email: { is: 'unread', after: 3600 } },
    ],
    'at once': [[inApp, unless('email', 'unseen')], { email: { is: 'unseen', after: 0 } }],
    always: [[inApp, hours(1), { channel: 'email', content: 'Mail' }], undefined],
    'by channel': [
      [inApp, hours(1), unless('email', 'unread'), hours(1), unless('sms', 'unseen')],
      { email: { is: 'unread', after: 3600 }, sms: { is: 'unseen', after: 7200 } },
    ],
    'after the shortest wait': [
      [inApp, hours(2), unless('email', 'unread'), { ...inApp, name: 'second' }, unless('email', 'unread', 'second')],
      { email: { is: 'unread', after: 0 } },
    ],
    'if unread, as unseen ones are too': [
      [inApp, unless('email', 'unseen'), unless('email', 'unread')],
      { email: { is: 'unread', after: 0 } },
    ],
    'always, by one step of the channel': [
      [inApp, unless('email', 'unread'), { channel: 'email', content: 'Mail' }],
      undefined,
    ],
    'always, by a step that is not active': [
      [inApp, unless('email', 'unread'), { channel: 'email', content: 'Mail', active: false }],
      { email: { is: 'unread', after: 0 } },
    ],
    'if a step is unread that is not active': [[{ ...inApp, active: false }, unless('email', 'unread')], undefined],
    'if a step is unread that some do not get': [[{ ...inApp, filters }, unless('email', 'unread')], undefined],
  }

  test('preferences say which channels send only what is not read in the app', async () => {
    const names = Object.keys(conditionCases)
    const world = await createWorld(engine, {
      change: ({ workflows }) =>
        workflows?.push(...names.map((name) => ({ identifier: name, name, steps: conditionCases[name]?.[0] ?? [] }))),
    })

    const { workflows } = await preferences(world, 'anna')

    const conditions = workflows
      .filter(({ workflow: { name } }) => names.includes(name))
      .map(({ workflow, onlyIf }) => [workflow.name, onlyIf])
    expect(conditions).toEqual(names.map((name) => [name, conditionCases[name]?.[1]]))
    expect(workflows.find(({ workflow }) => workflow.identifier === 'invoice')).not.toHaveProperty('onlyIf')
  })

  test('a change returns the conditions too, and production has none', async () => {
    const read = async (behavior: 'interface' | 'production') => {
      const world = await createWorld(engine, {
        behavior,
        change: ({ workflows }) =>
          workflows?.push({ identifier: 'mention', name: 'Mentions', steps: [inApp, unless('email', 'unread')] }),
      })
      const path = '/v2/subscribers/anna/preferences'
      const answers = [await world.call('GET', path), await world.call('PATCH', path, { channels: { sms: false } })]
      return answers.map(({ body }) => JSON.stringify(body).match(/"onlyIf":.+?}}/g))
    }

    const onlyIf = ['"onlyIf":{"email":{"is":"unread","after":0}}']
    expect(await read('interface')).toEqual([onlyIf, onlyIf])
    expect(await read('production')).toEqual([null, null])
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

  const update = async (world: World, subscriberId: string, body: object) => {
    const answer = await world.call('PATCH', `/v2/subscribers/${subscriberId}/preferences`, body)
    expect(answer).toMatchObject({ status: 200 })
  }
  const received = async (world: World, subscriberId: string, workflow = 'note') => {
    const before = (await world.feed(subscriberId)).totalCount ?? 0
    await world.trigger({ name: workflow, to: subscriberId })
    return ((await world.feed(subscriberId)).totalCount ?? 0) - before
  }

  test('delivery obeys changed preferences at once, and after a restart', async () => {
    const world = await createWorld(engine)
    expect(await received(world, 'anna')).toBe(1)
    await update(world, 'anna', { channels: { in_app: false } })
    expect(await received(world, 'anna')).toBe(0)
    expect(await received(world, 'anna', 'alert')).toBe(1)
    await update(world, 'anna', { channels: { in_app: true } })
    await update(world, 'anna', { workflowId: 'note', channels: { in_app: false } })

    const restarted = await createWorld(engine, { environmentId: world.environmentId })
    expect(await received(restarted, 'anna')).toBe(0)
    expect(await received(restarted, 'anna', 'invoice')).toBe(1)
  })

  test('changed preferences apply instead of those of the file, until the file changes', async () => {
    const world = await createWorld(engine)
    await update(world, 'pia', { workflowId: 'comment-added', channels: { in_app: true } })
    await update(world, 'pia', { channels: { sms: false } })
    const environment = { environmentId: world.environmentId }
    const restarted = await createWorld(engine, environment)
    const { global, workflows } = await preferences(restarted, 'pia')
    // What the subscriber has not changed is that of the file.
    expect(global.channels).toMatchObject({ email: false, sms: false })
    expect(global.schedule).toMatchObject({ isEnabled: true })
    expect(workflows.find(({ workflow }) => workflow.identifier === 'comment-added')?.channels).toEqual({
      in_app: true,
    })

    const edited = await createWorld(engine, {
      ...environment,
      change: ({ subscribers = [] }) => {
        for (const each of subscribers)
          if (each.subscriberId === 'pia') each.preferences = { global: { channels: { push: false } } }
      },
    })
    expect((await preferences(edited, 'pia')).global.channels).toMatchObject({ email: true, sms: true, push: false })
  })

  test('a workflow is also found by its id, and may be named like a property of every object', async () => {
    const world = await createWorld(engine, {
      change: ({ workflows }) =>
        workflows?.push({ identifier: '__proto__', name: 'Odd', steps: [{ channel: 'in_app', content: 'Odd' }] }),
    })
    await world.trigger({ name: '__proto__', to: 'anna' })
    const templateId = (await world.feed('anna')).data[0]?._templateId
    await update(world, 'anna', { workflowId: templateId, channels: { in_app: false } })
    expect(await received(world, 'anna', '__proto__')).toBe(0)
    expect(await received(world, 'anna')).toBe(1)
  })

  test('changes at the same time are all stored', async () => {
    const world = await createWorld(engine)
    await Promise.all([
      update(world, 'anna', { channels: { email: false } }),
      update(world, 'anna', { channels: { sms: false } }),
      update(world, 'anna', { workflowId: 'note', channels: { in_app: false } }),
    ])
    expect((await preferences(world, 'anna')).global.channels).toMatchObject({ email: false, sms: false, push: true })
    expect(await received(world, 'anna')).toBe(0)
  })
})
