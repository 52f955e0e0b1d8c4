import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findServer } from '../../scripts/setup/installServers.ts'
import { openDatabase } from '../../src/service/index.ts'
import { connect, createDatabase } from './support/engines.ts'
import { note } from './support/events.ts'
import { nobody, startPostgres } from './support/postgresServer.ts'
import { createWorld } from './support/world.ts'

const openssl = (folder: string, line: string) =>
  execFileSync(findServer('openssl') ?? 'openssl', line.split(' '), { cwd: folder, stdio: 'pipe' })

/** Two authorities, and a certificate of the first one for the name `localhost`. */
const createCertificates = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  for (const name of ['authority', 'stranger'])
    openssl(folder, `req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.crt -subj /CN=${name}`)
  openssl(folder, 'req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost')
  const signed = '-CA authority.crt -CAkey authority.key -CAcreateserial -extfile names'
  openssl(folder, `x509 -req -in server.csr -out server.crt ${signed}`)
  chmodSync(join(folder, 'server.key'), 0o600)
  if (process.getuid?.() === 0) {
    const { uid, gid } = nobody()
    chownSync(join(folder, 'server.key'), uid, gid)
  }
  return folder
}

test(
  'sslmode=verify-full encrypts the connections, and checks the authority and the name of the server',
  { tags: 'slow' },
  async () => {
    const folder = createCertificates()
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const client = await connect(`${server.address}/postgres`)
    for (const [name, value] of [
      ['ssl_cert_file', `${folder}/server.crt`],
      ['ssl_key_file', `${folder}/server.key`],
      ['ssl', 'on'],
    ])
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await expect.poll(async () => (await client.query('show ssl')).rows).toEqual([{ ssl: 'on' }])
    await client.end()

    const { port } = new URL(server.address)
    const isEncrypted = async (host: string, query: string) => {
      const database = await openDatabase(`postgres://postgres@${host}:${port}/postgres${query}`)
      const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.kysely)
      await database.close()
      return rows
    }
    const verified = (authority: string) => `?sslmode=verify-full&sslrootcert=${folder}/${authority}.crt`

    expect(await isEncrypted('localhost', verified('authority'))).toEqual([{ ssl: true }])
    expect(await isEncrypted('localhost', '')).toEqual([{ ssl: false }])
    await expect(isEncrypted('127.0.0.1', verified('authority'))).rejects.toThrow('does not match certificate')
    await expect(isEncrypted('localhost', verified('stranger'))).rejects.toThrow('unable to verify')
    await expect(isEncrypted('localhost', '?sslmode=verify-full')).rejects.toThrow('unable to verify')
  },
)

test('processes of this version run on tables that a later one has extended, and do not start on them again', async () => {
  const address = await createDatabase()
  const database = await openDatabase(address)
  onTestFinished(() => database.close())
  const world = await createWorld({ database })
  await database.kysely.schema.alterTable('tidings.messages').addColumn('later', 'text').execute()
  const client = await connect(address)
  onTestFinished(() => client.end())
  await client.query('insert into tidings.migrations (version) values (1000)')

  await world.trigger(note('a'))
  const [item] = (await world.feed('anna')).data
  expect(await world.mark('anna', item?._id ?? '', 'read')).toMatchObject([{ read: true }])
  expect((await world.call('GET', '/readyz')).status).toBe(200)

  await expect(openDatabase(address)).rejects.toThrow('written by a newer version of tidings')
})
