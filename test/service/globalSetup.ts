import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { installServers } from '../../scripts/setup/installServers.ts'
import { startPostgres } from './support/postgresServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server, without a database name. */
    postgres: string
    /** File with an empty embedded database, which saves seconds in every test file. */
    snapshot: string
  }
}

export default async (project: TestProject) => {
  installServers()
  const folder = mkdtempSync(join(tmpdir(), 'tidings-snapshot-'))
  const snapshot = join(folder, 'empty.tar')
  const [server] = await Promise.all([startPostgres(), writeSnapshot(snapshot)])
  project.provide('postgres', server.address)
  project.provide('snapshot', snapshot)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const writeSnapshot = async (file: string) => {
  const pglite = await PGlite.create()
  const dump = await pglite.dumpDataDir('none')
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
  await pglite.close()
}
