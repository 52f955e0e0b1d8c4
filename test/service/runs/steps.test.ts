import { expect, test } from 'vitest'
import type { WorkspaceInput } from '../../../src/service/index.ts'
import { listMessages } from '../delivery/support.ts'
import { onEachEngine } from '../support/engines.ts'
import { status } from '../support/providers.ts'
import { createWorld } from '../support/world.ts'
import { after, contents, createFlow, type Steps } from './support.ts'

const hour = { amount: 1, unit: 'hours' } as const

const neverNow = {
  isEnabled: true,
  weeklySchedule: { tuesday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } },
}

const unreadAfterAnHour: Steps = [
  { channel: 'in_app', content: 'note' },
  { delay: hour },
  { channel: 'sms', content: 'unread', onlyIf: { step: 'in-app', is: 'unread' } },
]

/** With the number of the event in its text. */
const numbered = (step: Steps[number]): Steps[number] =>
  'channel' in step ? { ...step, content: `${step.content} {{payload.n}}` } : step

const condition = (on: 'payload' | 'subscriber', field: string, operator: 'EQUAL' | 'LARGER', value: string) => ({
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on, field, operator, value }],
})

onEachEngine((engine) => {
  test('a delay makes the later steps wait', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      { channel: 'in_app', content: 'now {{payload.n}}' },
      { delay: hour },
      { channel: 'in_app', content: 'later {{payload.n}}' },
      { delay: hour },
      { channel: 'sms', content: 'last {{payload.n}}' },
    ])
    expect(await trigger({ n: 1 })).not.toHaveProperty('error')
    expect(await contents(world)).toEqual(['now 1'])

    await moveTo(59.99)
    expect(await contents(world)).toEqual(['now 1'])
    await moveTo(60)
    expect(await contents(world)).toEqual(['later 1', 'now 1'])
    await moveTo(119.99)
    expect(sent()).toEqual([])
    await moveTo(120)
    expect(sent()).toEqual(['last 1'])
    await moveTo(1000)
    expect([await contents(world), sent()]).toEqual([['later 1', 'now 1'], ['last 1']])
  })

  test('a message is sent only if its notification was not read in time', async () => {
    const { world, trigger, moveTo, sent, reasons } = await createFlow(engine, [
      { channel: 'in_app', content: 'note {{payload.n}}' },
      { delay: hour },
      { channel: 'sms', content: 'unread {{payload.n}}', onlyIf: { step: 'in-app', is: 'unread' } },
    ])
    await trigger({ n: 1 })
    await trigger({ n: 2 })
    await trigger({ n: 3 })
    const { data } = await world.feed('ben')
    await world.mark('ben', data[0]?._id ?? '', 'read')
    await world.call('DELETE', `/v2/subscribers/ben/notifications/${data[1]?._id}`)
    await moveTo(60)
    expect(sent()).toEqual(['unread 1'])
    expect(await reasons()).toEqual([
      'The subscriber has read, archived or deleted the notification in the app.',
      'The subscriber has read, archived or deleted the notification in the app.',
    ])
  })

  test('a digest collects events, and its later steps take place once', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      { channel: 'in_app', content: 'each {{payload.n}}' },
      { digest: { ...hour, digestKey: 'post' } },
      {
        channel: 'sms',
        content: '{{payload.n}}: {{step.total_count}} of {{step.events | map: "payload" | map: "n" | join: "+"}}',
      },
    ])
    await trigger({ n: 1, post: 'a' })
    await moveTo(30)
    await trigger({ n: 2, post: 'b' })
    await trigger({ n: 3, post: 'a' })
    expect(await contents(world)).toEqual(['each 3', 'each 2', 'each 1'])
    await moveTo(59)
    expect(sent()).toEqual([])
    await moveTo(60)
    expect(sent()).toEqual(['3: 2 of 1+3'])
    await trigger({ n: 4, post: 'a' })
    await moveTo(90)
    expect(sent()).toEqual(['3: 2 of 1+3', '2: 1 of 2'])
    await moveTo(120)
    expect(sent()).toEqual(['3: 2 of 1+3', '2: 1 of 2', '4: 1 of 4'])
  })

  test('an update delivers the notification of a digest again', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      { digest: { ...hour, updateMode: true } },
      { channel: 'in_app', content: '{{payload.who}} and {{step.total_count | minus: 1}} others' },
      { channel: 'sms', content: '{{step.total_count}}', onlyIf: { step: 'in-app', is: 'unread' } },
    ])
    await trigger({ who: 'Ana' })
    const [first] = (await world.feed('ben')).data
    expect(first).toMatchObject({ content: 'Ana and 0 others' })
    await world.mark('ben', first?._id ?? '', 'read')

    await moveTo(20)
    await trigger({ who: 'Bo' }, { to: ['ben', 'eva'] })
    const page = await world.feed('ben')
    expect(page).toMatchObject({
      totalCount: 1,
      data: [{ _id: first?._id, content: 'Bo and 1 others', read: false, seen: false, payload: { who: 'Bo' } }],
    })
    expect(page.data[0]?.createdAt).toBe('2026-03-01T12:20:00.000Z')
    expect(await contents(world, 'eva')).toEqual(['Bo and 0 others'])
    await moveTo(60)
    expect(sent()).toEqual(['2'])
    await trigger({ who: 'Cy' })
    expect(await contents(world)).toEqual(['Cy and 0 others', 'Bo and 1 others'])
  })

  test('a digest that looks back delivers the first event at once', async () => {
    const { world, trigger, moveTo } = await createFlow(engine, [
      { digest: { type: 'backoff', ...hour, backoffAmount: 10, backoffUnit: 'minutes' } },
      { channel: 'in_app', content: '{{step.total_count}}: {{payload.n}}' },
    ])
    await trigger({ n: 1 })
    expect(await contents(world)).toEqual(['1: 1'])
    await moveTo(11)
    await trigger({ n: 2 })
    expect(await contents(world)).toEqual(['1: 2', '1: 1'])
    await moveTo(20)
    await trigger({ n: 3 })
    await moveTo(79)
    await trigger({ n: 4 })
    await moveTo(80)
    expect(await contents(world)).toEqual(['2: 4', '1: 2', '1: 1'])
    await trigger({ n: 5 })
    await moveTo(88)
    expect(await contents(world)).toEqual(['2: 4', '1: 2', '1: 1'])
    await moveTo(140)
    expect(await contents(world)).toEqual(['1: 5', '2: 4', '1: 2', '1: 1'])
    await moveTo(200)
    await trigger({ n: 6 })
    expect(await contents(world)).toEqual(['1: 6', '1: 5', '2: 4', '1: 2', '1: 1'])
  })

  test('a snoozed notification has its time after its return', async () => {
    const { world, trigger, moveTo, sent, reasons } = await createFlow(engine, unreadAfterAnHour)
    await trigger()
    const [note] = (await world.feed('ben')).data
    const snoozeUntil = after(180).toISOString()
    await world.call('PATCH', `/v2/subscribers/ben/notifications/${note?._id}/snooze`, { snoozeUntil })

    await moveTo(60)
    expect(await reasons()).toEqual([
      'The message waits until 2026-03-01T16:00:00.000Z for its notification to be read.',
    ])
    await moveTo(180)
    expect([await contents(world), sent()]).toEqual([['note'], []])
    await moveTo(239)
    expect(sent()).toEqual([])
    await moveTo(240)
    expect(sent()).toEqual(['unread'])
  })

  test('what is seen is sent if unread, and not if only unseen', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      ...unreadAfterAnHour,
      { channel: 'sms', content: 'unseen', onlyIf: { step: 'in-app', is: 'unseen' } },
    ])
    await trigger()
    await world.mark('ben', (await world.feed('ben')).data[0]?._id ?? '', 'seen')
    await moveTo(60)
    expect(sent()).toEqual(['unread'])
  })

  test('a message is sent if its recipient has switched off what shows in the app', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, unreadAfterAnHour)
    await world.call('PATCH', '/v2/subscribers/ben/preferences', { channels: { in_app: false } })
    await trigger()
    await moveTo(60)
    expect(sent()).toEqual(['unread'])
  })

  test('a delay waits for a time in the payload', async () => {
    const { trigger, moveTo, sent } = await createFlow(engine, [
      { delay: { type: 'scheduled', delayPath: 'meeting.startsAt' } },
      { channel: 'sms', content: '{{payload.n}}' },
    ])
    expect(await trigger({ n: 1, meeting: { startsAt: '2026-03-01T15:00:00+02:00' } })).not.toHaveProperty('error')
    for (const [startsAt, problem] of [
      [undefined, 'is missing'],
      ['tomorrow', 'is no time in ISO 8601'],
      ['2026-03-01T12:00:00Z', 'the time that the delay waits for, 2026-03-01T12:00:00.000Z, is past'],
    ])
      expect((await trigger({ n: 2, meeting: { startsAt } }))?.error).toEqual([expect.stringContaining(problem ?? '')])
    await moveTo(59)
    expect(sent()).toEqual([])
    await moveTo(1000)
    expect(sent()).toEqual(['1'])
  })

  test('filters choose the steps of a recipient, and variants their texts', async () => {
    const { world, moveTo, sent } = await createFlow(engine, [
      { channel: 'in_app', content: 'big', filters: [condition('payload', 'total', 'LARGER', '100')] },
      { delay: hour, filters: [condition('payload', 'isSlow', 'EQUAL', 'true')] },
      {
        channel: 'sms',
        content: 'usual',
        variants: [
          { filters: [condition('subscriber', 'subscriberId', 'EQUAL', 'eva')], content: 'for Eva' },
          { filters: [condition('payload', 'total', 'LARGER', '1000')], content: 'huge {{payload.total}}' },
        ],
      },
    ])
    const event = { name: 'flow', to: ['ben', 'eva'] }
    await world.trigger(
      { ...event, payload: { total: 50 } },
      { ...event, payload: { total: 2000 } },
      { ...event, payload: { total: 200, isSlow: true } },
    )
    await moveTo(1)
    expect([await contents(world), sent().toSorted()]).toEqual([
      ['big', 'big'],
      ['for Eva', 'for Eva', 'huge 2000', 'usual'],
    ])
    await moveTo(60)
    expect(sent().slice(4).toSorted()).toEqual(['for Eva', 'usual'])
  })

  test('an event whose filters leave out its recipient says so', async () => {
    const { trigger } = await createFlow(engine, [
      { channel: 'sms', content: 'x', filters: [condition('payload', 'plan', 'EQUAL', 'pro')] },
    ])
    expect((await trigger({ plan: 'free' }))?.error).toEqual([
      'The recipient "ben": The filters of the step "sms" leave the subscriber out.',
    ])
  })

  test('the steps after a failed one do not take place if it stops them', async () => {
    const { provider, world, trigger, moveTo, reasons } = await createFlow(engine, [
      { channel: 'sms', content: 'first', shouldStopOnFail: true },
      { channel: 'in_app', content: 'second' },
    ])
    await trigger()
    await moveTo(1)
    await expect.poll(() => contents(world)).toEqual(['second'])

    provider.respondWith(status(400))
    await trigger()
    await moveTo(2)
    expect(await reasons()).toEqual([expect.stringContaining('400')])
    provider.respondWith(status(503))
    await trigger()
    await moveTo(3)
    expect(await contents(world)).toEqual(['second'])
    provider.respondWith(() => ({}))
    await moveTo(10)
    await expect.poll(() => contents(world)).toEqual(['second', 'second'])

    expect((await trigger({}, { to: { subscriberId: 'nobody' } }))?.error).toEqual([
      'The recipient "nobody": The subscriber has no phone number.',
    ])
    expect(await contents(world, 'nobody')).toEqual([])
  })

  test('a clock that moves while a step takes place does not hold up the next one', async () => {
    let onLog = () => {}
    const { world, trigger } = await createFlow(
      engine,
      [{ delay: { type: 'regular', amount: 1, unit: 'minutes' } }, { channel: 'in_app', content: '{% if %}' }],
      { log: () => onLog() },
    )
    await trigger()
    const at = after(2).toISOString()
    await world.trigger({ name: 'sentinel', to: 'sentinel', payload: { at } })
    const logged = new Promise<void>((resolve) => {
      onLog = () => {
        world.clock.now = after(2)
        resolve()
      }
    })
    world.clock.now = after(1)
    await world.feed('ben')
    await logged
    await expect.poll(() => contents(world, 'sentinel')).toEqual([at])
  })

  test('what becomes due while the service looks goes on', async () => {
    const { world, trigger, moveTo } = await createFlow(engine, [
      { delay: { type: 'regular', amount: 3, unit: 'minutes' } },
      { channel: 'in_app', content: 'late' },
    ])
    await trigger()
    await moveTo(1)
    world.clock.now = after(2)
    const [first, second] = [world.feed('ben'), world.feed('ben')]
    // Its end begins a look, which goes on when the second ends.
    await first
    world.clock.now = after(3)
    await second
    await expect.poll(() => contents(world)).toEqual(['late'])
  })

  test('what waits goes on after a restart, once, in whichever process looks first', async () => {
    const flow = await createFlow(engine, [
      { digest: hour },
      { channel: 'in_app', content: '{{step.total_count}} events' },
      { delay: hour },
      { channel: 'sms', content: 'of {{step.total_count}}' },
    ])
    const { world, trigger, moveTo, sent } = flow
    await trigger()
    await trigger()
    const change = (workspace: WorkspaceInput) => {
      Object.assign(workspace, flow.workspace)
    }
    const other = await createWorld(engine, { environmentId: world.environmentId, change })
    other.clock.now = after(60)
    await Promise.all([moveTo(60), other.call('GET', '/v1/integrations/active')])
    expect(await contents(other)).toEqual(['2 events'])
    other.clock.now = after(120)
    await Promise.all([moveTo(120), other.call('GET', '/v1/integrations/active')])
    expect([await contents(world), sent()]).toEqual([['2 events'], ['of 2']])
  })

  test('nothing waits for a subscriber who was deleted', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      { delay: hour },
      { channel: 'sms', content: 'x' },
    ])
    await trigger()
    expect((await world.call('DELETE', '/v2/subscribers/ben')).status).toBe(200)
    await moveTo(60)
    expect([sent(), world.log]).toEqual([[], []])
  })

  test('a template that fails after a wait is logged, and listed', async () => {
    const { world, trigger, moveTo, sent, reasons } = await createFlow(engine, [
      { delay: hour },
      { channel: 'sms', content: '{{ payload.n | divided_by: payload.by | round: payload.bad.worse }}{% if %}' },
      { channel: 'in_app', content: 'next' },
    ])
    await trigger()
    await moveTo(60)
    expect(sent()).toEqual([])
    expect(await reasons()).toEqual([expect.stringContaining('The template of workflow "flow", step 2')])
    expect(world.log).toContainEqual(expect.stringContaining('The template of workflow "flow", step 2'))
    expect(await contents(world)).toEqual(['next'])
  })

  test('an event that is canceled ends what waits of it', async () => {
    const { world, trigger, moveTo, sent, reasons } = await createFlow(engine, [
      { channel: 'in_app', content: '{{payload.n}}' },
      { digest: hour },
      { channel: 'sms', content: '{{step.total_count}}: {{payload.n}}' },
      { delay: hour },
      { channel: 'sms', content: 'late {{payload.n}}' },
    ])
    const cancel = async (id: string) => (await world.call('DELETE', `/v1/events/trigger/${id}`)).body
    for (const n of [1, 2, 3]) await trigger({ n }, { transactionId: `e ${n}` })
    expect(await cancel('e%203')).toEqual({ data: true })
    expect(await cancel('e%203')).toEqual({ data: false })
    expect(await cancel('unknown')).toEqual({ data: false })
    await moveTo(60)
    expect(sent()).toEqual(['2: 2'])
    expect([await cancel('e%201'), await cancel('e%202')]).toEqual([{ data: true }, { data: true }])
    await moveTo(120)
    expect([sent(), await contents(world)]).toEqual([['2: 2'], ['3', '2', '1']])

    await world.call('PATCH', '/v2/subscribers/ben/preferences', { schedule: neverNow })
    await trigger({ n: 4 }, { transactionId: 'held' })
    await moveTo(180)
    expect(await cancel('held')).toEqual({ data: true })
    expect(await reasons()).toEqual(['The event was canceled.'])
    // Its id stays taken: it is not delivered again.
    await trigger({ n: 4 }, { transactionId: 'held' })
    await moveTo(60 * 24 * 7)
    expect(sent()).toEqual(['2: 2'])
  })

  test('a message describes the steps of its workflow in the shapes of the contract', async () => {
    const filters = [condition('payload', 'plan', 'EQUAL', 'pro')]
    const weekDays = ['monday' as const]
    const timed = { type: 'timed' as const, unit: 'weeks' as const, amount: 2, timed: { atTime: '09:00', weekDays } }
    const { world, trigger } = await createFlow(engine, [
      { channel: 'in_app', content: 'a' },
      { delay: { type: 'scheduled', delayPath: 'at' }, filters },
      { digest: timed, active: false },
      { channel: 'sms', name: 'text', content: 'b', shouldStopOnFail: true, variants: [{ filters, content: 'c' }] },
    ])
    await trigger()
    const [message] = await listMessages(world)
    expect(message?.template?.steps).toMatchObject([
      { name: 'in-app', active: true, filters: [], template: { type: 'in_app', content: 'a' } },
      { name: 'delay', filters, metadata: { type: 'scheduled', delayPath: 'at' }, template: { type: 'delay' } },
      { name: 'digest', active: false, metadata: timed, template: { type: 'digest' } },
      {
        name: 'text',
        shouldStopOnFail: true,
        template: { type: 'sms', content: 'b' },
        variants: [{ name: '1', filters, template: { type: 'sms', content: 'c' } }],
      },
    ])
    expect(message?.template?.preferenceSettings).toEqual({ in_app: true, sms: true })
  })

  test('what is read while three processes send is either read or sent, once', async () => {
    const { world, workspace, trigger, sent } = await createFlow(engine, unreadAfterAnHour.map(numbered))
    const numbers = Array.from({ length: 30 }, (_, n) => n)
    for (const n of numbers) await trigger({ n })
    const { data } = await world.feed('ben', '?limit=100')
    const others = await Promise.all(
      [1, 2].map(() =>
        createWorld(engine, {
          environmentId: world.environmentId,
          change: (file) => void Object.assign(file, workspace),
        }),
      ),
    )
    for (const other of others) other.clock.now = after(60)
    const marking = data.map(async ({ _id }, at) => others[at % 2]?.mark('ben', _id, 'read'))
    world.clock.now = after(60)
    await Promise.all(marking)
    /** A process that found the recipient locked looks again when its clock has moved. */
    const look = async () => {
      for (const each of [world, ...others]) each.clock.advance(1)
      await Promise.all(others.map((other) => listMessages(other)))
      return listMessages(world, '&channel=sms')
    }
    await expect.poll(async () => (await look()).filter(({ errorId }) => errorId !== 'waiting')).toHaveLength(30)
    const messages = await listMessages(world, '&channel=sms')
    const textsOf = (state: string) => messages.filter(({ status: own }) => own === state).map(({ content }) => content)
    expect(new Set(sent())).toEqual(new Set(textsOf('sent')))
    expect(sent()).toHaveLength(textsOf('sent').length)
    expect(messages.filter(({ status: own, errorId }) => own !== 'sent' && errorId !== 'read')).toEqual([])
  })

  test('a digest collects what comes after a delay, also what is due with it', async () => {
    const { trigger, moveTo, sent } = await createFlow(engine, [
      { delay: hour },
      { digest: hour },
      { channel: 'sms', content: '{{step.events | map: "payload" | map: "n" | join: "+"}}' },
    ])
    await trigger({ n: 1 })
    await trigger({ n: 2 })
    await moveTo(59)
    await trigger({ n: 3 })
    await moveTo(118)
    expect(sent()).toEqual([])
    // The digest that the first one opened ends at 120. The third one is due before.
    await moveTo(200)
    expect(sent()).toEqual(['1+2+3'])
    await moveTo(300)
    expect(sent()).toEqual(['1+2+3'])
  })

  test('what is read while a message waits for the delivery hours is not sent', async () => {
    const { world, trigger, moveTo, sent, reasons } = await createFlow(engine, unreadAfterAnHour)
    await world.call('PATCH', '/v2/subscribers/ben/preferences', { schedule: neverNow })
    await trigger()
    await trigger()
    await moveTo(60)
    expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('waits for the delivery hours')))
    await world.mark('ben', (await world.feed('ben')).data[0]?._id ?? '', 'read')
    await moveTo(60 * 24 * 2)
    expect(sent()).toEqual(['unread'])
    expect(await reasons()).toEqual([expect.stringContaining('has read')])
  })

  test('a digest remembers the newest events, and counts all', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      { digest: { ...hour, digestKey: 'kind' } },
      { channel: 'sms', content: '{{step.total_count}}: {{step.events | size}}, from {{step.events.first.payload.n}}' },
    ])
    const small = Array.from({ length: 60 }, (_, n) => ({ name: 'flow', to: 'ben', payload: { n, kind: 'small' } }))
    await world.trigger(...small)
    await world.trigger(...small.map((event) => ({ ...event, payload: { ...event.payload, n: event.payload.n + 60 } })))
    for (let n = 0; n < 10; n++) await trigger({ n, kind: 'large', text: 'x'.repeat(60_000) })
    await moveTo(60)
    expect(sent().toSorted()).toEqual(['10: 8, from 2', '120: 100, from 20'])
  })

  test('the steps after a message that was read take place at once, also if its failure would stop them', async () => {
    const { world, trigger, moveTo, sent } = await createFlow(engine, [
      { channel: 'in_app', content: 'note' },
      { delay: hour },
      { channel: 'sms', content: 'x', onlyIf: { step: 'in-app', is: 'unread' }, shouldStopOnFail: true },
      { channel: 'in_app', content: 'next' },
    ])
    await trigger()
    await world.mark('ben', (await world.feed('ben')).data[0]?._id ?? '', 'read')
    await moveTo(60)
    await expect.poll(() => contents(world)).toEqual(['next', 'note'])
    expect(sent()).toEqual([])
  })
})
