import { spawnSync } from 'node:child_process'
import { openAsBlob, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../../src/service/database/embedded.ts'
import { createService, defaultWorkspace, openDatabase } from '../../src/service/index.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { patience } from './support/process.ts'

const { dataFolder } = prepareFolders()

const endless = 'select count(*) from generate_series(1, 1000000000000)'

test(
  'a query that never ends fails at its deadline, blocks nothing meanwhile, and ends the database',
  async () => {
    const deadlines = { open: 60, query: 2, close: 1 }
    const engine = await startEmbedded(undefined, await openAsBlob(inject('snapshot')), { deadlines })
    let ticks = 0
    const clock = setInterval(() => ticks++, 10)
    onTestFinished(() => clearInterval(clock))
    const error = { code: 'TIDINGS_504', message: expect.stringContaining('did not respond within 2 seconds') }

    const [running, queued] = [engine.pool.query(endless), engine.pool.query('select 1')]
    await expect(running).rejects.toMatchObject(error)
    expect(ticks).toBeGreaterThan(20)
    await expect(queued).rejects.toMatchObject(error)
    await expect(engine.pool.query('select 1')).rejects.toMatchObject(error)
    expect(await engine.failure).toMatchObject(error)
    await expect(engine.close()).rejects.toMatchObject(error)
  },
  patience,
)

test(
  'a query is not late because the process was paused or blocked',
  async () => {
    const deadlines = { open: 60, query: 2, close: 5 }
    const engine = await startEmbedded(undefined, await openAsBlob(inject('snapshot')), { deadlines })
    await engine.pool.query('select 1')

    const running = engine.pool.query('select 2 as two')
    await nextTurn()
    for (const end = Date.now() + 3_000; Date.now() < end;);

    expect((await running).rows).toEqual([{ two: 2 }])
    await engine.close()
  },
  patience,
)

test(
  'closing ends within its deadline, whatever is running',
  async () => {
    const deadlines = { open: 60, query: 600, close: 1 }
    const engine = await startEmbedded(undefined, await openAsBlob(inject('snapshot')), { deadlines })
    const running = engine.pool.query(endless)

    await Promise.all([
      expect(engine.close()).rejects.toThrow('did not respond within 1 seconds'),
      expect(running).rejects.toThrow('did not respond within 1 seconds'),
    ])
  },
  patience,
)

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

const overwrite = (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5))
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [join(folder, entry.name)] : []))

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
  ['an overwritten log', (database) => filesIn(join(database, 'pg_wal')).forEach(overwrite), 'checkpoint'],
  ['overwritten tables', (database) => filesIn(join(database, 'base/5')).forEach(overwrite), 'base/5'],
])(
  'a damaged folder with %s ends in a message with reason and cure, and is released',
  async (_, damage, reason) => {
    const data = dataFolder()
    damage(join(data, 'database'))

    const error = await openDatabase(data).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'TIDINGS_502', message: expect.stringContaining(reason) })
    expect(error).toHaveProperty('message', expect.stringContaining('Restore the folder from a copy'))

    expect(spawnSync('flock', ['-n', join(data, 'lock'), 'true']).status).toBe(0)
  },
  patience,
)
