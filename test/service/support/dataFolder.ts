import { chmodSync, cpSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, inject } from 'vitest'
import { makeFolder } from './makeFolder.ts'

/** A folder for one test file, and data folders with an existing database, because creating one takes seconds. */
export const prepareFolders = () => {
  const folder = makeFolder('test')
  const prepared = join(folder, 'prepared')
  beforeAll(async () => {
    const pglite = await PGlite.create(prepared, { loadDataDir: await openAsBlob(inject('snapshot')) })
    await pglite.close()
    // As the service leaves it.
    chmodSync(prepared, 0o700)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    dataFolder: () => {
      const data = mkdtempSync(join(folder, 'data-'))
      cpSync(prepared, join(data, 'database'), { recursive: true })
      return data
    },
  }
}
