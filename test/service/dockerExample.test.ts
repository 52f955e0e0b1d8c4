// @module-tag slow

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { parseWorkspace } from '../../src/service/index.ts'
import { connect } from './support/engines.ts'
import { startPostgres } from './support/postgresServer.ts'
import { patience } from './support/process.ts'
import { call, started } from './support/serving.ts'

const folder = 'examples/docker'
const dockerfile = readFileSync(`${folder}/Dockerfile`, 'utf8')

interface ComposeService {
  image?: string
  command?: string[]
  environment: Record<string, string>
  ports?: string[]
  healthcheck?: object
}

const { database, mail, service } = (
  parse(readFileSync(`${folder}/compose.yaml`, 'utf8')) as {
    services: { database: ComposeService; mail: ComposeService; service: ComposeService & { command: string[] } }
  }
).services

/** The instructions of the Dockerfile, with their continuation lines. */
const instructions = dockerfile
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** The words of an instruction in JSON form. */
const wordsOf = (name: 'CMD' | 'ENTRYPOINT' | 'HEALTHCHECK') =>
  JSON.parse(/\[.*\]$/.exec(instructions.find((line) => line.startsWith(name)) ?? '')?.[0] ?? '[]') as string[]

test('the linters find nothing', () => {
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
  const results = linter.lintFiles([`${folder}/compose.yaml`], false)

  expect(results.map(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))).toEqual([[]])
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([])
})

test('the image: a pinned major version, an unprivileged user at its end, and a health check', () => {
  const images = [instructions[0]?.replace('FROM ', ''), database.image]
  for (const image of images) expect(image).toMatch(/^\w+:\d+(-\w+)?$/)
  const after = instructions.slice(instructions.indexOf('USER node') + 1)
  expect(after.map((line) => line.split(' ')[0])).toEqual(['EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'])
  expect([wordsOf('HEALTHCHECK')[0], database.healthcheck]).toEqual(['node', expect.anything()])
  expect(service.ports).toEqual(['127.0.0.1:4320:4320'])
})

test('other users of the machine read neither the volume nor the secrets of .env', () => {
  const [install = ''] = instructions.filter((line) => line.includes('install --directory'))
  expect(install).toContain('--mode=700 ')
  const [, command = ''] = /```sh\n +(.*> \.env\)?)\n/.exec(readFileSync(`${folder}/README.md`, 'utf8')) ?? []
  const app = mkdtempSync(join(tmpdir(), 'tidings-env-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  expect(spawnSync('sh', ['-c', `umask 022; ${command}`], { cwd: app }).status).toBe(0)
  expect(statSync(join(app, '.env')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(app, '.env'), 'utf8')).toMatch(/^POSTGRES_PASSWORD=\w{48}\nTIDINGS_API_KEY=\w{48}\n$/)
})

test('mails go to the mail server of Compose, which only this machine can read', () => {
  const { integrations } = parseWorkspace(readFileSync(`${folder}/workspace.json`, 'utf8'))

  expect(integrations).toMatchObject([{ channel: 'email', credentials: { host: 'mail', port: '1025' } }])
  expect(mail).toMatchObject({
    image: expect.stringMatching(/^axllent\/mailpit:v\d+\.\d+$/),
    ports: ['127.0.0.1:8025:8025'],
  })
})

test('no key and no password is in a file: Compose refuses to start without those of .env', () => {
  const secrets = [...Object.entries(database.environment), ...Object.entries(service.environment)].filter(([name]) =>
    /PASSWORD|KEY/.test(name),
  )
  expect(secrets).toHaveLength(3)
  for (const [, value] of secrets) expect(value).toMatch(/^\$\{(POSTGRES_PASSWORD|TIDINGS_API_KEY):\?.+\}$/)
  expect(dockerfile).not.toMatch(/^(ENV|ARG).*(KEY|PASSWORD)/m)
  // An allow list: .env can't become part of the image.
  expect(readFileSync(`${folder}/.dockerignore`, 'utf8').split('\n')[0]).toBe('*')
  expect(readFileSync(`${folder}/.gitignore`, 'utf8').split('\n')).toContain('.env')
})

/** A server that requires the password of the role `tidings`, which owns the database `tidings`. */
const startLockedPostgres = async (password: string) => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const client = await connect(`${server.address}/postgres`)
  await client.query(`create role tidings login password '${password}'`)
  await client.query('create database tidings owner tidings')
  await client.query(
    `do $$ begin execute format('copy (select ''host all all all scram-sha-256'') to %L', current_setting('hba_file')); end $$`,
  )
  await client.query('select pg_reload_conf()')
  await client.end()
  return new URL(server.address).host
}

test(
  'the command of the image and Compose serves on PostgreSQL with that password, and its health check passes',
  async () => {
    const secrets: Record<string, string> = { POSTGRES_PASSWORD: 'p@ss/w%rd: 1', TIDINGS_API_KEY: 'key-of-the-image' }
    const host = await startLockedPostgres(secrets['POSTGRES_PASSWORD'] ?? '')
    const env = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [
        name,
        value.replace(/^\$\{(\w+):.*\}$/, (_, key: string) => secrets[key] ?? ''),
      ]),
    )
    const args = [...wordsOf('ENTRYPOINT').slice(2), ...service.command]
      // The example listens on all addresses of its container, and its database has a name there.
      .map((word) => word.replace('0.0.0.0', '127.0.0.1').replace('@database/', `@${host}/`))
      .map((word) => (word === 'workspace.json' ? `${folder}/${word}` : word))
    expect(args.join(' ')).not.toContain('memory')

    const command = await started(args, { env })

    const payload = { author: 'Jo', post: 'Plans', text: 'Nice', url: '/posts/1' }
    const events = [{ name: 'comment-added', to: 'ada', payload }]
    const { body } = await call(command.address, 'key-of-the-image', '/v1/events/trigger/bulk', { events })
    expect(body).toMatchObject([{ status: 'processed' }])
    const [program = '', flag = '', code = ''] = wordsOf('HEALTHCHECK')
    expect([program, flag]).toEqual(['node', '--eval'])
    const check = (address: string) =>
      once(spawn(process.execPath, [flag, code.replace('http://127.0.0.1:4320', address)]), 'exit')
    expect(await check(command.address)).toEqual([0, null])
    command.kill('SIGTERM')
    expect(await command.exit).toBe(0)
    expect(await check(command.address)).toEqual([1, null])
  },
  patience,
)
