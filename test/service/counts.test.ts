import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { markVerbs } from '../../src/contract/inbox/constants.ts'
import type { Database } from '../../src/service/database/connect.ts'
import { sql } from '../../src/service/database/kysely.ts'
import { openDatabase, seedHistory } from '../../src/service/index.ts'
import { createRetention } from '../../src/service/retention.ts'
import { seededRandom } from '../setup/seededRandom.ts'
import { createDatabase } from './support/engines.ts'
import { note } from './support/events.ts'
import { workspace } from './support/workspace.ts'
import { createWorld, type World } from './support/world.ts'

/** The number of messages of the long feed: more than the retention removes in one step. */
const long = 1_600

const start = Date.parse('2026-02-01T00:00:00.000Z')
const oneHour = 60 * 60 * 1000

const notifications = (subscriberId: string) => `/v2/subscribers/${subscriberId}/notifications`

const readers = ['anna', 'ben', 'quinn']

/** Opens several services on one database. Anna has a long feed in it, one message an hour, and Ben a short one. */
const openWorlds = async (count: number) => {
  const [address, environmentId] = [await createDatabase(), randomUUID()]
  const databases: Database[] = []
  for (let index = 0; index < count; index++) databases.push(await openDatabase(address, { poolSize: 5 }))
  const [database] = databases as [Database]
  const history = Array.from({ length: long }, (_, index) => ({
    event: {
      name: index % 20 === 0 ? 'every-channel' : 'comment-added',
      to: index % 40 === 0 ? ['anna', 'ben'] : 'anna',
      payload: {},
    },
    createdAt: new Date(start + index * oneHour),
    read: index % 3 === 0,
    seen: index % 3 === 0 || index % 4 === 0,
  }))
  await seedHistory({ database, workspace: workspace(environmentId), history })
  const worlds: World[] = []
  for (const each of databases) worlds.push(await createWorld({ database: each }, { environmentId }))
  onTestFinished(async () => void (await Promise.all(worlds.map(({ service }) => service.close()))))
  for (const { clock } of worlds) clock.now = new Date(start + long * oneHour)
  return { environmentId, databases, worlds }
}

const filters = ['', '&read=true', '&read=false', '&seen=true', '&seen=false']

/** Reads all pages of a feed. Returns the number of its rows, and of those that don't match the filter. */
const walk = async (world: World, subscriberId: string, filter: string) => {
  const wanted = new URLSearchParams(filter)
  const isWrong = (name: string, value: boolean) => wanted.has(name) && wanted.get(name) !== String(value)
  const rows: Awaited<ReturnType<World['feed']>>['data'] = []
  for (let page = 0; ; page++) {
    const { data, hasMore } = await world.feed(subscriberId, `?limit=100&page=${page}${filter}`)
    rows.push(...data)
    if (!hasMore) break
  }
  return {
    rows: new Set(rows.map(({ _id }) => _id)).size,
    wrong: rows.filter(({ read, seen }) => isWrong('read', read) || isWrong('seen', seen)).length,
  }
}

/** Compares each total with the rows that the service returns, and the totals with each other. */
const compareTotals = async (world: World, subscriberId: string) => {
  const totals = new Map<string, number>()
  for (const filter of filters) {
    const { totalCount = -1 } = await world.feed(subscriberId, `?limit=1${filter}`)
    const { rows, wrong } = await walk(world, subscriberId, filter)
    expect({ subscriberId, filter, rows, wrong }).toEqual({ subscriberId, filter, rows: totalCount, wrong: 0 })
    totals.set(filter, totalCount)
  }
  const total = (filter: string) => totals.get(filter) ?? 0
  expect(total('&read=true') + total('&read=false')).toBe(total(''))
  expect(total('&seen=true') + total('&seen=false')).toBe(total(''))
  return total('')
}

test('two services trigger, mark, archive, snooze, delete and remove at once, and each total is the number of rows', async () => {
  const random = seededRandom()
  const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const { environmentId, databases, worlds } = await openWorlds(2)
  const [world, other] = worlds as [World, World]
  const [database] = databases as [Database]
  const ids = (await choose(worlds).feed('anna', '?limit=100')).data.map(({ _id }) => _id)
  const mark = async (subscriberId: string, path: string, body: object) => {
    const { status } = await choose(worlds).call('POST', `/v1/subscribers/${subscriberId}/messages/${path}`, body)
    // Quinn does not exist before the first event.
    expect([201, subscriberId === 'quinn' ? 404 : 201]).toContain(status)
  }
  const operations: (() => Promise<unknown>)[] = [
    () => choose(worlds).trigger(note('a', choose(readers)), note('b', ['quinn', 'ben', 'anna'])),
    () => mark('anna', 'mark-as', { messageId: [choose(ids), choose(ids)], markAs: choose(markVerbs) }),
    () => mark(choose(['anna', ...readers]), 'mark-all', { markAs: choose(markVerbs) }),
    () => mark(choose(readers), 'mark-all', { markAs: choose(markVerbs), feedIdentifier: 'activity' }),
  ]
  const batch = async (action: string) => {
    const notificationIds = [choose(ids), choose(ids)]
    const snoozeUntil = action === 'snooze' ? new Date(start + (long + 24) * oneHour).toISOString() : undefined
    const body = { action, notificationIds, snoozeUntil }
    expect((await choose(worlds).call('POST', `${notifications('anna')}/batch`, body)).status).toBe(200)
  }
  operations.push(
    () => batch(choose(['archive', 'unarchive', 'snooze', 'unsnooze', 'delete'])),
    () => batch(choose(['archive', 'snooze', 'unsnooze'])),
    async () => {
      const path = `${notifications(choose(readers))}/${choose(['read', 'seen', 'read-archive'])}`
      // Quinn does not exist before the first event.
      expect([204, 404]).toContain((await choose(worlds).call('POST', path, {})).status)
    },
  )
  const clients = 4
  const each = 12
  let done = 0
  const client = async () => {
    for (let count = 0; count < each; count++, done++) await choose(operations)()
  }
  const old = new Date(start + 20 * 24 * oneHour)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from tidings.messages where created_at < ${old}`.execute(database.kysely)
  let removed = 0
  const retentions = databases.map((shared) =>
    createRetention({
      database: shared,
      environmentId,
      days: 1,
      publish: () => {},
      count: ({ messages }) => (removed += messages),
      pause: async () => {},
    }),
  )
  /** Removes older messages first, and later ones as the clients proceed, while the other service does the same. */
  const remove = async (retention: (typeof retentions)[number]) => {
    for (let share = 0; share < 1; share = done / (clients * each))
      await retention.remove(new Date(start + (1 + 20 * share) * 24 * oneHour), new AbortController().signal)
  }

  await Promise.all([...Array.from({ length: clients }, client), ...retentions.map(remove)])

  // Runs skip the messages of a subscriber that a request is changing.
  const removeAgain = async () => {
    for (const { remove: run } of retentions)
      await run(new Date(old.getTime() + 24 * oneHour), new AbortController().signal)
    return removed
  }
  await expect.poll(removeAgain, { timeout: 20_000 }).toBe(rows[0]?.count)
  // Before another mark-all, which would correct some counts.
  for (const reader of readers) await compareTotals(world, reader)
  await mark('anna', 'mark-all', { markAs: 'unread' })
  await mark('anna', 'mark-all', { markAs: 'read' })
  await compareTotals(world, 'anna')
  for (const reader of readers) expect(await compareTotals(other, reader)).toBeGreaterThan(0)
})
