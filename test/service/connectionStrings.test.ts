import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/service/index.ts'
import { type PostgresServer, startPostgres } from './support/postgresServer.ts'
import { runHere } from './support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-socket-'))
let server: PostgresServer
beforeAll(async () => {
  chmodSync(folder, 0o777)
  server = await startPostgres({ settings: { unix_socket_directories: folder } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['a socket in the query', 'postgres://postgres@/postgres?host=FOLDER&port=PORT'],
  ['a socket, with a password', 'postgres://postgres:pw@/postgres?host=FOLDER&port=PORT'],
  ['an encoded socket as host', 'postgres://postgres@ENCODED:PORT/postgres'],
  ['an encoded password', 'postgres://postgres:p%40s%2Fs%3A@127.0.0.1:PORT/postgres'],
  ['a space in the password', 'postgres://postgres:p w@127.0.0.1:PORT/postgres'],
  ['a user in the query', 'postgres://127.0.0.1:PORT/postgres?user=postgres'],
  ['options', 'postgresql://postgres@127.0.0.1:PORT/postgres?options=-c%20datestyle%3DGerman'],
  ['capitals', 'POSTGRES://postgres@127.0.0.1:PORT/postgres'],
])('a connection string with %s is accepted, as by pg', async (_, text) => {
  const { port } = new URL(server.address)
  const address = text.replace('PORT', port).replace('FOLDER', folder).replace('ENCODED', encodeURIComponent(folder))

  const database = await openDatabase(address)

  await expect(database.check(5000)).resolves.toBeUndefined()
  await database.close()
})

const refused: [string, RegExp][] = [
  ['postgres://me:geheim@a,b/x', /names several hosts.*Pass one host/],
  ['postgres://me:geheim@a:1,b:2/x', /names several hosts.*Pass one host/],
  ['postgres://me:geheim@/x?host=a,b', /names several hosts.*Pass one host/],
  ['postgres://me:geheim@127.0.0.1:port/x', /is not valid .*Use the form/],
  ['postgres://me:geheim,@127.0.0.1:99999/x', /is not valid .*Use the form/],
  ['postgres://me:geheim@127.0.0.1/x?sslrootcert=/none', /is not valid .*\/none.*Use the form/],
]
test.each(refused)('%s is refused with the cure, without the password', async (address, reason) => {
  const error = await openDatabase(address).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'TIDINGS_502', message: expect.stringMatching(reason) })
  expect(String(error)).not.toContain('geheim')
})

test('--live refuses what --data refuses', async () => {
  const result = await runHere(['service', '--data', 'memory', '--live', 'postgres://me:geheim@a:1,b:2/x'])
  expect(result.stderr).toMatch(/^tidings: --live must be off or postgres:.*names several hosts[^\n]*\n$/m)
})

test('a server that does not respond is named without the password', async () => {
  await expect(openDatabase('postgres://me:geheim@/x?host=/none')).rejects.toThrow(
    /^PostgreSQL at \/none:5432\/x can't be reached: connect ENOENT/,
  )
})
