import { Liquid } from 'liquidjs'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TriggerResult } from '../../src/contract/index.ts'
import { inTransaction } from '../../src/service/database/inTransaction.ts'
import { triggerEvents } from '../../src/service/events/triggerEvents.ts'
import { type Database, openDatabase, type WorkspaceInput } from '../../src/service/index.ts'
import { createCatalog } from '../../src/service/workspace/catalog.ts'
import { parseWorkspace } from '../../src/service/workspace/parseWorkspace.ts'
import { createDatabase } from './support/engines.ts'
import { contents, note } from './support/events.ts'
import { longestTurn } from './support/longestTurn.ts'
import { workspace } from './support/workspace.ts'
import { createWorld } from './support/world.ts'

// On a server: the time of an embedded database would be measured too.
let database: Database
beforeAll(async () => {
  database = await openDatabase(await createDatabase())
})
afterAll(() => database.close())

/** No request may block the event loop for longer, in milliseconds. */
const longest = 100

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

const trigger = async (events: unknown[]) => {
  const world = await createWorld({ database }, { change })
  const { result, turn } = await longestTurn(() => world.call('POST', '/v1/events/trigger/bulk', { events }))
  expect(result.status).toBe(201)
  return { world, turn, results: result.body as TriggerResult[] }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index % 10)
const recipients = Array.from({ length: 100 }, (_, index) => `s${index}`)

test.each([
  ['nested loops', { name: 'nested-loops', to: 'ben', payload: { list: numbers(1800) } }, 'render limit exceeded'],
  ['filters in loops', { name: 'filters', to: recipients, payload: { list: numbers(1800) } }, 'limit exceeded'],
  [
    'a text that grows',
    { name: 'long', to: 'ben', payload: { list: numbers(900), text: 'x'.repeat(15_000) } },
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

    const { world, results, turn } = await trigger(events)

    const [hostile, others] = [0, 1].map((rest) => results.filter((_result, index) => index % 2 === rest))
    expect(hostile?.at(-1)).toEqual({ acknowledged: true, status: 'error', error: [expect.stringContaining(error)] })
    expect(others?.map(({ status }) => status)).toEqual(Array(50).fill('processed'))
    expect(await contents(world, 'anna')).toHaveLength(50)
    expect(turn).toBeLessThan(longest)
  },
)

test('the largest call without hostile values: 10,000 messages are delivered, and block nobody for 100 ms', async () => {
  const payload = { text: 'a', more: 'x'.repeat(500) }

  const { world, results, turn } = await trigger(recipients.map(() => ({ name: 'note', to: recipients, payload })))

  expect(results.map(({ status }) => status)).toEqual(Array(100).fill('processed'))
  expect((await world.feed('s7')).totalCount).toBe(100)
  expect(turn).toBeLessThan(longest)
})

test.each([
  ['payload', { payload: { a: 'x'.repeat(65_536) } }],
  ['overrides', { overrides: { fcm: { a: 'x'.repeat(65_536) } } }],
  ['context', { context: Object.fromEntries(numbers(90_000).map((_, index) => [index, ''])) }],
  ['to.data', { to: ['ben', { subscriberId: 'anna', data: { a: 'x'.repeat(65_536) } }] }],
])('an event whose %s is too large fails alone', async (field, more) => {
  const { results, turn } = await trigger([note('a', 'anna', more), note('b')])

  expect(results).toMatchObject([
    { acknowledged: false, error: [`${field} must have at most 65536 characters as JSON`] },
    { status: 'processed' },
  ])
  expect(turn).toBeLessThan(longest)
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
])('a body full of %s is refused before it is parsed, or blocks nobody for 100 ms', async (_, value, status) => {
  const world = await createWorld({ database })
  const list: unknown[] = typeof value === 'string' ? [value] : Array(600_000).fill(value)
  const text = JSON.stringify({ events: [note('a', 'anna', { payload: { list } })] })

  const { result, turn } = await longestTurn(() => world.call('POST', '/v1/events/trigger/bulk', text))

  expect(result.status).toBe(status)
  expect(turn).toBeLessThan(longest)
})

test('a call with filters that can not be interrupted pays for their time, so that its total is bounded', async () => {
  const [renderTime, eventCount] = [40, 10]
  let renders = 0
  const render = vi.spyOn(Liquid.prototype, 'renderSync').mockImplementation((_template, _scope, options) => {
    // Liquid compares the time before each part of a template.
    if (options?.renderLimit === 0) throw new Error('template render limit exceeded')
    renders += 1
    const before = process.cpuUsage()
    for (let used = 0; used < renderTime * 1000;) {
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
    return 'late'
  })
  onTestFinished(() => render.mockRestore())
  const event = { name: 'note', to: recipients, payload: { text: 'a' } }
  const world = await createWorld({ database })

  const { body } = await world.call('POST', '/v1/events/trigger/bulk', { events: Array(eventCount).fill(event) })

  expect((body as TriggerResult[]).map(({ status }) => status)).toEqual(Array(eventCount).fill('error'))
  // The total, what its last event may use, and what each later one may use. The last render of each is over its limit.
  expect(renders * renderTime).toBeLessThanOrEqual(2000 + 250 + eventCount * (25 + renderTime))
})

test('pauses of the process while a template renders do not fail the event', async () => {
  const now = performance.now.bind(performance)
  let paused = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + paused)
  const render = vi.spyOn(Liquid.prototype, 'renderSync')
  onTestFinished(() => {
    clock.mockRestore()
    render.mockRestore()
  })
  const payload = {
    get who() {
      // In two attempts: on a busy machine, the next one may be interrupted too.
      if (render.mock.calls.length > 0 && paused < 4000) paused += 2000
      return 'Ana'
    },
    text: 'hello',
  }
  const world = await createWorld({ database })
  const catalog = createCatalog(parseWorkspace(workspace(world.environmentId)))
  const event = { name: 'comment-added', to: 'anna', payload }

  const { results } = await inTransaction(database.kysely, 'write', (trx) =>
    triggerEvents(trx, catalog, [{ event, time: world.clock.now }]),
  )

  expect(results).toMatchObject([{ status: 'processed' }])
  expect(paused).toBe(4000)
  expect(await contents(world, 'anna')).toEqual(['Ana said: hello'])
})
