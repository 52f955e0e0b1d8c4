import { Liquid } from 'liquidjs'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '../../src/service/database/inTransaction.ts'
import { createPastAddresser } from '../../src/service/delivery/createDelivery.ts'
import { triggerEvents } from '../../src/service/events/triggerEvents.ts'
import { type Database, openDatabase, type WorkspaceInput } from '../../src/service/index.ts'
import { createCatalog } from '../../src/service/workspace/catalog.ts'
import { parseWorkspace } from '../../src/service/workspace/parseWorkspace.ts'
import { createDatabase } from './support/engines.ts'
import { contents, note, send } from './support/events.ts'
import { measuredTime } from './support/measuredTime.ts'
import { workspace } from './support/workspace.ts'
import { createWorld } from './support/world.ts'

let database: Database
beforeAll(async () => {
  // These calls take as much work as a call may, which is seconds beside other processes.
  database = await openDatabase(await createDatabase(), { deadline: 60_000 })
})
afterAll(() => database.close())

const step = (content: string) => [{ channel: 'in_app' as const, content }]

const change = ({ workflows }: WorkspaceInput) =>
  void workflows?.push(
    {
      identifier: 'nested-loops',
      name: 'Nested loops',
      steps: step('{% for a in payload.list %}{% for b in payload.list %}{{b}}{% endfor %}{% endfor %}'),
    },
    {
      identifier: 'filters',
      name: 'Filters',
      steps: step('{% for a in payload.list %}{{payload.list | where: "a" | group_by: "a" | size}}{% endfor %}'),
    },
    { identifier: 'long', name: 'Long', steps: step('{% for a in payload.list %}{{payload.text}}{% endfor %}') },
  )

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index % 10)
const recipients = Array.from({ length: 100 }, (_, index) => `s${index}`)

test.each([
  ['nested loops', { name: 'nested-loops', to: 'ben', payload: { list: numbers(180) } }, 'render limit exceeded'],
  ['filters in loops', { name: 'filters', to: recipients, payload: { list: numbers(180) } }, 'limit exceeded'],
  [
    'a text that grows',
    { name: 'long', to: 'ben', payload: { list: numbers(30), text: 'x'.repeat(15_000) } },
    'more than 65536 characters',
  ],
  [
    'large messages',
    { name: 'note', to: recipients, payload: { text: 'x'.repeat(36_000) } },
    'The messages of the event are too large for one call.',
  ],
])(
  '%s: such events fail, block nobody for 100 ms, and the others of the call are delivered',
  async (_, event, error) => {
    const events = Array.from({ length: 100 }, (_each, index) => (index % 2 === 0 ? event : note(`note ${index}`)))
    const world = await createWorld({ database }, { change })
    // Liquid reads the time before each part of a template.
    const { longestTurn } = measuredTime(0.1)

    const { result: results, turn } = await longestTurn(() => send(world, ...events))

    const [hostile, others] = [0, 1].map((rest) => results.filter((_result, index) => index % 2 === rest))
    expect(hostile?.at(-1)).toEqual({ acknowledged: true, status: 'error', error: [expect.stringContaining(error)] })
    expect(others?.map(({ status }) => status)).toEqual(Array(50).fill('processed'))
    expect(await contents(world, 'anna')).toHaveLength(50)
    expect(turn).toBeLessThan(100)
  },
)

test('the largest call without hostile values: 10,000 messages are delivered, and other requests are served meanwhile', async () => {
  const payload = { text: 'a', more: 'x'.repeat(500) }
  const world = await createWorld({ database })
  const order: string[] = []

  const sending = send(world, ...recipients.map(() => ({ name: 'note', to: recipients, payload }))).finally(() =>
    order.push('call'),
  )
  for (let reads = 0; reads < 3; reads++) await world.feed('anna').then(() => order.push('read'))

  expect((await sending).map(({ status }) => status)).toEqual(Array(100).fill('processed'))
  expect(order).toEqual(['read', 'read', 'read', 'call'])
  expect((await world.feed('s7')).totalCount).toBe(100)
})

test.each([
  ['payload', { payload: { a: 'x'.repeat(65_536) } }],
  ['overrides', { overrides: { fcm: { a: 'x'.repeat(65_536) } } }],
  ['context', { context: Object.fromEntries(numbers(90_000).map((_, index) => [index, ''])) }],
  ['to.data', { to: [{ subscriberId: 'anna', data: { a: 'x'.repeat(65_536) } }] }],
])('an event whose %s is too large fails alone', async (field, more) => {
  const world = await createWorld({ database })

  expect(await send(world, note('a', 'anna', more), note('b'))).toMatchObject([
    { acknowledged: false, error: [`${field} must have at most 65536 characters as JSON`] },
    { status: 'processed' },
  ])
})

test('a subscriber whose data is too large fails alone', async () => {
  const world = await createWorld({ database })
  const subscribers = [{ subscriberId: 'a', data: { a: 'x'.repeat(65_536) } }, { subscriberId: 'b' }]

  expect((await world.call('POST', '/v1/subscribers/bulk', { subscribers })).body).toEqual({
    created: [{ subscriberId: 'b' }],
    updated: [],
    failed: [{ subscriberId: 'a', message: 'data must have at most 65536 characters as JSON' }],
  })
})

test.each([
  ['numbers', 1, 413],
  ['lists', [], 413],
  ['text that looks like values', ',[]{}"\\,'.repeat(100_000), 201],
])('a body full of %s is refused if its values would take long to parse', async (_, value, status) => {
  const world = await createWorld({ database })
  const list: unknown[] = typeof value === 'string' ? [value] : Array(600_000).fill(value)
  const text = JSON.stringify({ events: [note('a', 'anna', { payload: { list } })] })

  expect((await world.call('POST', '/v1/events/trigger/bulk', text)).status).toBe(status)
})

test('a call with filters that can not be interrupted pays for their time, so that its total is bounded', async () => {
  const [renderTime, eventCount] = [40, 10]
  let renders = 0
  const { work } = measuredTime()
  const render = vi.spyOn(Liquid.prototype, 'renderSync').mockImplementation((_template, _scope, options) => {
    // Liquid compares the time before each part of a template.
    if (options?.renderLimit === 0) throw new Error('template render limit exceeded')
    renders += 1
    work(renderTime)
    return 'late'
  })
  onTestFinished(() => render.mockRestore())
  const event = { name: 'note', to: recipients, payload: { text: 'a' } }
  const world = await createWorld({ database })

  const results = await send(world, ...Array<object>(eventCount).fill(event))

  // Some recipients got theirs while there was time. The others are named.
  expect(results.map(({ error }) => error?.length ?? 0)).toEqual(
    Array(eventCount).fill(expect.toSatisfy((count) => count > 0)),
  )
  // The total, what its last event may use, and what each later one may use. The last render of each is over its limit.
  expect(renders * renderTime).toBeLessThanOrEqual(2000 + 250 + eventCount * (25 + renderTime))
})

test('pauses of the process while a template renders do not fail the event', async () => {
  const time = measuredTime()
  const render = vi.spyOn(Liquid.prototype, 'renderSync')
  onTestFinished(() => render.mockRestore())
  let pauses = 0
  const payload = {
    get who() {
      // In two attempts: on a busy machine, the next one may be interrupted too.
      if (render.mock.calls.length > 0 && pauses < 2) {
        pauses += 1
        time.pause(2000)
      }
      return 'Ana'
    },
    text: 'hello',
  }
  const world = await createWorld({ database })
  const catalog = createCatalog(parseWorkspace(workspace(world.environmentId)))
  const event = { name: 'comment-added', to: 'anna', payload }

  const { results } = await inTransaction(database.kysely, 'write', (trx) =>
    triggerEvents(trx, catalog, [{ event, time: world.clock.now }], {
      address: createPastAddresser(catalog),
      timeZone: 'UTC',
      dueTime: world.clock.now,
    }),
  )

  expect(results).toMatchObject([{ status: 'processed' }])
  expect(pauses).toBe(2)
  expect(await contents(world, 'anna')).toEqual(['Ana said: hello'])
})
