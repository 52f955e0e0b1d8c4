import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../../src/service/database/folderLock.ts'
import { type Database, openDatabase } from '../../src/service/index.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { patience } from './support/process.ts'

const { folder, dataFolder } = prepareFolders()

const newFolder = (name: string) => {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** Processes that try to lock the same folder. */
const startContenders = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(fileURLToPath(new URL('support/lockContender.ts', import.meta.url)), {
        execArgv: ['--import', import.meta.resolve('tsx')],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await once(child, 'message')
      return async (path: string) => {
        const result = once(child, 'message')
        child.send(path)
        return String((await result)[0])
      }
    }),
  )

test(
  'six processes that start at once over the lock file of a dead process: one of them wins, in each of 50 rounds',
  { tags: 'slow', timeout: patience },
  async () => {
    const contenders = await startContenders(6)
    for (let round = 0; round < 50; round++) {
      const path = newFolder(`round-${round}`)
      writeFileSync(join(path, 'lock'), 'process 999999999 on nowhere\n')

      const results = await Promise.all(contenders.map((lock) => lock(path)))

      const losers = results.filter((result) => result !== 'locked')
      expect(losers, `round ${round}: ${losers[0]}`).toHaveLength(5)
      for (const reason of losers) expect(reason).toMatch(/is in use by (process \d+ on \S+|another process)\./)
    }
  },
)

test('the file of a process that has ended is no lock, whatever its content', async () => {
  const path = newFolder('stale')
  for (const text of ['', '{', 'null', `process ${process.pid} on here`]) {
    writeFileSync(join(path, 'lock'), text)
    const lock = await lockFolder(path)
    await expect(lockFolder(path)).rejects.toThrow(`is in use by process ${process.pid} on `)
    lock.release()
  }
})

test('the error names what is missing on a system without the program "flock"', async () => {
  const { PATH } = process.env
  process.env['PATH'] = folder
  onTestFinished(() => void (process.env['PATH'] = PATH))

  await expect(lockFolder(newFolder('bare'))).rejects.toThrow('Install it (package util-linux)')
})

const rows = (database: Database) =>
  database.kysely.selectFrom('tidings.transaction_ids').select('transaction_id').orderBy('transaction_id').execute()

const insert = (database: Database, id: string) =>
  database.kysely
    .insertInto('tidings.transaction_ids')
    .values({ environment_id: 'e', transaction_id: id, created_at: new Date() })
    .execute()

const losses = [
  { name: 'its lock file is deleted', replace: (data: string) => rmSync(join(data, 'lock')), options: {} },
  {
    name: 'its folder is replaced',
    replace: (data: string) => {
      renameSync(data, `${data}-moved`)
      renameSync(dataFolder(), data)
    },
    options: { tags: 'slow' },
  },
]
for (const { name, replace, options } of losses)
  test(
    `a process writes and acknowledges nothing more after ${name}, because another one can lock the folder then`,
    { timeout: patience, ...options },
    async () => {
      const data = dataFolder()
      const first = await openDatabase(data)
      await insert(first, '1')
      replace(data)
      const second = await openDatabase(data)

      const error = { code: 'TIDINGS_504', message: expect.stringContaining('was removed or replaced') }
      await expect(insert(first, '2')).rejects.toMatchObject(error)
      await insert(second, '3')

      expect(await first.failure).toMatchObject(error)
      await expect(first.close()).rejects.toMatchObject(error)
      const stored = (await rows(second)).map(({ transaction_id }) => transaction_id)
      expect([stored.includes('2'), stored.includes('3')]).toEqual([false, true])
      await second.close()
    },
  )
