import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './support/engines.ts'
import { patience, runHere, runToEnd } from './support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the process exits with that line and that code', async () => {
  expect(await runToEnd(['--prot', '1'])).toEqual({
    exit: 2,
    stdout: '',
    stderr: "tidings-service: Unknown option '--prot'. Try: tidings-service --help\n",
  })
})

test.each<[string, string[], number, RegExp]>([
  ['no command', [], 2, /No command is given/],
  ['an unknown command', ['serve'], 2, /"serve" is not a command/],
  ['an unknown option', ['service', '--prot', '1'], 2, /Unknown option '--prot'/],
  ['an option without a value', ['service', '--port'], 2, /--port/],
  ['an extra argument', ['service', 'now'], 2, /"now" is not an option/],
  ['a port that is not a number', ['service', '--port', 'http'], 2, /--port must be a number from 0 to 65535/],
  ['a port out of range', ['service', '--port', '65536'], 2, /--port must be/],
  ['a pool without connections', ['service', '--pool-size', '0'], 2, /--pool-size must be a number from 1 to 9999/],
  ['one partition', ['service', '--partitions', '1'], 2, /--partitions must be a number from 2 to 256, not "1"/],
  ['partitions of a folder', ['service', '--partitions', '32'], 1, /Partitions require a PostgreSQL server/],
  ['a port of the metrics out of range', ['service', '--metrics-port', '65536'], 2, /--metrics-port must be/],
  ['too many days to keep', ['service', '--keep-days', '100000'], 2, /--keep-days must be a number from 1 to 99999/],
  ['no days to keep', ['service', '--keep-days', '0'], 2, /--keep-days must be a number from 1 to 99999/],
  ['an empty host', ['service', '--host', ''], 2, /--host is empty/],
  ['an unusable key', ['service', '--api-key', 'with space'], 2, /--api-key must consist of/],
  ['a key that is missing after a comma', ['service', '--api-key', 'a,'], 2, /--api-key must consist of/],
  ['an unknown behavior', ['service', '--behavior', 'novu'], 2, /--behavior must be interface or production/],
  [
    'an unknown time zone',
    ['service', '--time-zone', '+02:00'],
    2,
    /--time-zone must be the name of an IANA time zone/,
  ],
  ['senders that do not exist', ['service', '--senders', 'no.mjs'], 1, /The senders file no\.mjs can't be loaded/],
  [
    'senders without an export',
    ['service', '--senders', 'scripts/publish/isExternal.ts'],
    1,
    /no default export of functions/,
  ],
  [
    'a public address without TLS',
    ['service', '--public-url', 'http://x.example'],
    2,
    /--public-url must be an address/,
  ],
  ['an unknown envelope', ['service', '--envelope', 'json'], 2, /--envelope must be none or data/],
  ['another database', ['service', '--data', 'mysql://localhost/x'], 1, /mysql:\/\/ is not a supported database/],
  [
    'an unreachable server',
    ['service', '--data', 'postgres://me:geheim@127.0.0.1:1/x'],
    1,
    /PostgreSQL at 127\.0\.0\.1:1\/x can't be reached: connect ECONNREFUSED \S+:1\. See /,
  ],
  [
    'a folder that is a file',
    ['service', '--data', fileURLToPath(import.meta.url)],
    1,
    /The data folder .* can't be created/,
  ],
  [
    'a missing workspace file',
    ['service', '--workspace', '/no/such/file'],
    1,
    /workspace file \/no\/such\/file can't be read/,
  ],
  [
    'a workspace file of another format',
    ['service', '--workspace', fileURLToPath(new URL('../../package.json', import.meta.url))],
    1,
    /environmentId/,
  ],
])('%s: one line, and the exit code', async (_, args, exit, message) => {
  const result = await runHere(args)

  expect(result).toMatchObject({ exit, stdout: '' })
  expect(result.stderr).toMatch(message)
  expect(result.stderr).toMatch(/^tidings: [^\n]*\n$/)
  expect(result.stderr).not.toContain('geheim')
})

test(
  'a port in use: one line',
  async () => {
    const other = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
    })
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''

    const result = await runHere(['service', '--data', await createDatabase(), '--port', port])

    expect(result).toMatchObject({ exit: 1, stdout: '' })
    expect(result.stderr).toMatch(/^tidings: Port \d+ on 127\.0\.0\.1 is in use\. [^\n]*\n$/)
  },
  patience,
)

test.each([
  ['tidings', 'Usage: tidings service [options]'],
  ['tidings-service', 'Usage: tidings-service [options]'],
] as const)('%s prints help', async (command, usage) => {
  const result = await runHere(['--help'], command)

  expect(result).toMatchObject({ exit: 0, stderr: '' })
  expect(result.stdout).toContain(usage)
  const table = readFileSync('docs/service.md', 'utf8').match(/^\| `--[a-z-]+/gm) ?? []
  const options = table.map((row) => row.slice(3))
  expect(options.length).toBeGreaterThan(12)
  for (const option of options) expect(result.stdout).toMatch(new RegExp(`^  ${option}\\b`, 'm'))
})

test('without the package tidings-service, `tidings` names the package to install', async () => {
  const checkout = fileURLToPath(new URL('../..', import.meta.url))
  const root = mkdtempSync(join(folder, 'alone-'))
  for (const part of ['src/bin', 'src/client', 'src/contract'])
    cpSync(join(checkout, part), join(root, part), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')

  const result = await runToEnd(['service', '--data', 'memory'], { root, bin: 'tidings' })

  expect(result).toMatchObject({ exit: 1, stdout: '' })
  expect(result.stderr).toMatch(/^tidings: [^\n]* npm install tidings-service\. [^\n]*TIDINGS_501[^\n]*\n$/)
  const dev = await runToEnd(['dev'], { root, bin: 'tidings' })
  expect(dev).toMatchObject({ exit: 1, stdout: '' })
  expect(dev.stderr).toMatch(/^tidings: [^\n]* npm install tidings tidings-service\. [^\n]*TIDINGS_501[^\n]*\n$/)

  // It needs no service to say where the docs are.
  const help = await runToEnd([], { root, bin: 'tidings' })
  expect(help).toMatchObject({ exit: 0, stderr: '' })
  expect(help.stdout).toMatch(/^Usage: tidings dev /)
  expect(help.stdout).toContain(`\n  ${join(realpathSync(root), 'docs/agents.md')}\n`)

  // It names the package manager of the folder, and where tidings is installed only the other package.
  writeFileSync(join(root, 'pnpm-lock.yaml'), '')
  mkdirSync(join(root, 'node_modules/tidings'), { recursive: true })
  writeFileSync(join(root, 'node_modules/tidings/package.json'), '{}')
  expect((await runToEnd(['dev'], { root, bin: 'tidings' })).stderr).toContain(' pnpm add tidings-service. ')
})
