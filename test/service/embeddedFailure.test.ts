import { openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startEmbedded } from '../../src/service/database/embedded.ts'
import { createService, defaultWorkspace, openDatabase } from '../../src/service/index.ts'
import { expectDamage } from './support/damagedFolder.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { patience } from './support/process.ts'

const { dataFolder } = prepareFolders()

const endless = 'select count(*) from generate_series(1, 1000000000000)'

/** A database in memory, whose seconds pass as the test says. */
const start = async (deadlines: { query: number; close: number }) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const snapshot = await openAsBlob(inject('snapshot'))
  const engine = await startEmbedded(undefined, snapshot, { deadlines: { open: 60, ...deadlines } })
  await engine.pool.query('select 1')
  return engine
}

/** Resolves when the next query is sent to the database, before it can respond: its deadline begins with an interval. */
const untilSent = () =>
  new Promise<void>((resolve) => {
    const spy = vi.spyOn(globalThis, 'setInterval')
    spy.mockImplementationOnce((run, ms) => {
      spy.mockRestore()
      resolve()
      return setInterval(run, ms)
    })
  })

test(
  'a query that never ends fails at its deadline and ends the database, and a pause of the process does not',
  async () => {
    const engine = await start({ query: 2, close: 1 })

    const sent = untilSent()
    const running = engine.pool.query('select 2 as two')
    await sent
    // However long the pause was, the interval is due once after it.
    vi.setSystemTime(Date.now() + 600_000)
    vi.advanceTimersByTime(1_000)
    expect((await running).rows).toEqual([{ two: 2 }])

    const error = { code: 'TIDINGS_504', message: expect.stringContaining('did not respond within 2 seconds') }
    let isLate = false
    void engine.failure?.then(() => (isLate = true))

    const endlessSent = untilSent()
    const failed = [engine.pool.query(endless), engine.pool.query('select 1')].map((query) =>
      expect(query).rejects.toMatchObject(error),
    )
    await endlessSent
    await vi.advanceTimersByTimeAsync(1_999)
    expect(isLate).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all(failed)
    await expect(engine.pool.query('select 1')).rejects.toMatchObject(error)
    expect(await engine.failure).toMatchObject(error)
    await expect(engine.close()).rejects.toMatchObject(error)
  },
  patience,
)

test('closing ends within its deadline, whatever is running', { tags: 'slow', timeout: patience }, async () => {
  const engine = await start({ query: 600, close: 1 })
  const sent = untilSent()
  const running = engine.pool.query(endless)
  await sent

  const failed = [engine.close(), running].map((work) =>
    expect(work).rejects.toThrow('did not respond within 1 seconds'),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(failed)
})

test(
  'a service whose database fails logs the reason once, and responds to every request with 503',
  async () => {
    const data = dataFolder()
    const log: string[] = []
    const options = { workspace: defaultWorkspace, apiKeys: ['k'], log: (line: string) => void log.push(line) }
    const service = await createService({ ...options, database: data })
    const health = async () => (await service(new Request('http://service.test/healthz'))).status
    expect(await health()).toBe(200)
    rmSync(join(data, 'lock'))

    expect([await health(), await health(), await health()]).toEqual([503, 503, 503])
    expect(log.filter((line) => line.startsWith(`The database in ${data} failed: `))).toHaveLength(1)
    await expect(service.close()).rejects.toMatchObject({ code: 'TIDINGS_504' })
  },
  patience,
)

test('a folder of another PostgreSQL is refused with a cure, and remains as it is', async () => {
  const data = dataFolder()
  const version = join(data, 'database', 'PG_VERSION')
  writeFileSync(version, '16\n')

  await expect(openDatabase(data)).rejects.toThrow('use the version of tidings-service that did')
  expect(readFileSync(version, 'utf8')).toBe('16\n')
})

test.each<[string, (database: string) => void, string]>([
  ['no pg_control', (database) => rmSync(join(database, 'global/pg_control')), 'global/pg_control'],
  // PGlite would create an empty database in its place.
  ['no version', (database) => rmSync(join(database, 'PG_VERSION')), 'PG_VERSION is missing'],
])(
  'a damaged folder with %s ends in a message with reason and cure, and is released',
  (_, damage, reason) => expectDamage(dataFolder(), damage, reason),
  patience,
)
