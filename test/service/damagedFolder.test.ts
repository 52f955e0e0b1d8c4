// @module-tag slow

import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { expectDamage } from './support/damagedFolder.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { patience } from './support/process.ts'

const { dataFolder } = prepareFolders()

const overwriteFiles = (folder: string) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name)
    if (entry.isFile()) writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5))
  }
}

test.each([
  ['an overwritten log', 'pg_wal', 'checkpoint'],
  ['overwritten tables', 'base/5', 'base/5'],
])(
  'a damaged folder with %s ends in a message with reason and cure, and is released',
  (_, part, reason) => expectDamage(dataFolder(), (database) => overwriteFiles(join(database, part)), reason),
  patience,
)
