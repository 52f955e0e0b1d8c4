import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { prepareFolders } from './support/dataFolder.ts'
import { patience, run, runHere, type RunningCommand } from './support/process.ts'

const { folder, dataFolder } = prepareFolders()

/** Starts `tidings dev` in an empty folder, with an existing database. */
const startDev = async (...args: string[]) => {
  const cwd = mkdtempSync(join(folder, 'app-'))
  mkdirSync(join(cwd, '.tidings'))
  cpSync(dataFolder(), join(cwd, '.tidings/dev'), { recursive: true })
  // Its paths lead to the sources of tidings-service.
  const env = { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) }
  const command = run(['dev', '--port', '0', ...args], { bin: 'tidings', cwd, env })
  const line = await command.firstLine
  const port = /^tidings dev listening on http:\/\/localhost:(\d+)$/.exec(line ?? '')?.[1]
  if (port === undefined) throw new Error(`It did not start: ${line}\n${command.output.stderr}`)
  return { ...command, port, address: `http://localhost:${port}` }
}

let dev: RunningCommand & { port: string; address: string }
beforeAll(async () => {
  dev = await startDev()
}, patience)
afterAll(async () => {
  dev.kill('SIGTERM')
  await dev.exit
})

const feed = '/inbox/v1/subscribers/pia/notifications/feed'
const triggerPath = '/v1/events/trigger/bulk'
const event = JSON.stringify({ events: [{ name: 'welcome', to: 'max' }] })

/** Sends a request with headers that `fetch` does not allow. */
const send = (
  path: string,
  { method = 'GET', headers = {}, body, port = dev.port, host = '127.0.0.1' }: Partial<SentRequest> = {},
) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = httpRequest({ host, port, path, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

interface SentRequest {
  method: string
  headers: Record<string, string>
  body: string
  port: string
  host: string
}

const totalOf = async (subscriberId: string) =>
  (JSON.parse((await send(feed.replace('pia', subscriberId))).text) as { totalCount: number }).totalCount

test('what it prints works: the inbox for a page of Vite, and the command that triggers an event', async () => {
  await expect.poll(() => dev.output.stdout).toContain('Ctrl+C')
  const baseUrl = /<Inbox subscriberId="pia" baseUrl="(\S+)" \/>/.exec(dev.output.stdout)?.[1]
  const [, address = '', body] = /^ {2}curl (\S+) -d '(.+)'$/m.exec(dev.output.stdout) ?? []
  expect(dev.output.stdout).toContain('import { Inbox } from "tidings"\n  import "tidings/styles.css"\n')
  expect(baseUrl).toBe(`${dev.address}/inbox`)

  const triggered = await fetch(address, { method: 'POST', body: body ?? '' })
  expect(await triggered.json()).toMatchObject([{ status: 'processed' }])

  const vite = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }
  const shown = await send(feed, { headers: vite })
  expect(shown).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': vite.origin } })
  expect(JSON.parse(shown.text)).toMatchObject({ totalCount: 1, data: [{ templateIdentifier: 'welcome' }] })

  const markPath = '/inbox/v1/subscribers/pia/messages/mark-all'
  const preflight = await send(markPath, {
    method: 'OPTIONS',
    headers: {
      ...vite,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, idempotency-key',
    },
  })
  expect(preflight).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': vite.origin,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': 'content-type, idempotency-key',
    },
  })
  const mark = await send(markPath, {
    method: 'POST',
    headers: { ...vite, 'content-type': 'application/json' },
    body: '{"markAs":"read"}',
  })
  expect(mark).toMatchObject({ status: 201, headers: { 'access-control-allow-origin': vite.origin } })
})

test('localhost is it in IPv4, and in IPv6 if the machine has it', async () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
  for (const host of ['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])
    expect(await send('/', { host })).toMatchObject({ status: 200 })
})

test('its page has a strict policy and no key, and knows the workflows with their fields', async () => {
  const page = await send('/')
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; .*frame-ancestors 'none'/,
  )
  expect(page.text).not.toMatch(/<script>|style=|<style/)
  for (const [, file = ''] of page.text.matchAll(/(?:src|href)="(console\.[^"]+)"/g))
    expect(await send(`/${file}`)).toMatchObject({ status: 200 })
  expect(JSON.parse((await send('/setup')).text)).toMatchObject({
    workspace: 'the built-in workspace',
    workflows: [
      { identifier: 'welcome', name: 'Welcome', fields: [] },
      { identifier: 'announcement', fields: [{ name: 'title' }, { name: 'text' }, { name: 'url' }] },
    ],
    integrations: [{ identifier: 'in-app', channel: 'in_app', active: true }],
  })
  expect((await send('/element/..%2f..%2fpackage.json')).status).toBe(404)
})

test('messages are listed with status and reason, and with nothing else of their subscribers', async () => {
  await send(triggerPath, {
    method: 'POST',
    body: JSON.stringify({ events: [{ name: 'welcome', to: { subscriberId: 'lea', email: 'lea@example.com' } }] }),
  })
  const { messages } = JSON.parse((await send('/state?subscriber=lea')).text) as { messages: unknown[] }
  expect(messages).toEqual([
    {
      id: expect.any(String),
      transactionId: expect.any(String),
      workflow: 'Welcome',
      subscriberId: 'lea',
      channel: 'in_app',
      status: 'sent',
      createdAt: expect.any(String),
    },
  ])
})

test.each(['evil.example', 'localhost.evil.example', 'localhost.', '192.168.1.5'])(
  'a request to the host %s is refused, so that no other site can rebind its name',
  async (host) => {
    for (const path of ['/', '/state', feed]) {
      const response = await send(path, { headers: { host: `${host}:${dev.port}` } })
      expect(response).toMatchObject({ status: 403, text: expect.stringContaining('--host') })
    }
  },
)

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site in an old browser', { origin: 'http://evil.example' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a name that only looks like this machine', { origin: 'http://localhost.evil.example' }],
])('%s can neither read nor trigger', async (_, headers) => {
  const before = await totalOf('max')
  const reading = await send(feed, { headers })
  expect(reading.status).toBe(403)
  expect(reading.headers).not.toHaveProperty('access-control-allow-origin')
  expect((await send('/state', { headers })).status).toBe(403)
  expect((await send(triggerPath, { method: 'POST', headers, body: event })).status).toBe(403)
  const preflight = { ...headers, 'access-control-request-method': 'POST' }
  expect((await send(feed, { method: 'OPTIONS', headers: preflight })).status).toBe(403)
  expect(await totalOf('max')).toBe(before)
})

test('a page of another port shows an inbox, but triggers nothing: it could not in production', async () => {
  const headers = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }
  expect((await send(triggerPath, { method: 'POST', headers, body: event })).status).toBe(403)
  expect((await send('/state', { headers })).status).toBe(403)
})

test('only the trigger of the service is served without a key', async () => {
  expect((await send('/v1/integrations/active')).status).toBe(404)
  expect((await send('/v1/messages')).status).toBe(404)
  expect((await send('/v1/subscribers/bulk', { method: 'POST', body: '{}' })).status).toBe(405)
})

test(
  '--host serves the network under that name, and warns; Ctrl+C ends it although an inbox has a stream',
  async () => {
    const shared = await startDev('--host', 'my-mac.local')
    onTestFinished(() => shared.kill('SIGKILL'))
    await expect.poll(() => shared.output.stderr).toMatch(/^Warning: everybody in your network [^\n]*\n$/m)
    expect(shared.output.stderr).toContain(`http://my-mac.local:${shared.port}`)
    const origin = 'http://my-mac.local:5173'
    const headers = { host: `my-mac.local:${shared.port}`, origin }
    expect(await send(feed, { headers, port: shared.port })).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': origin },
    })
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    if (own !== undefined) {
      expect(shared.output.stderr).toContain(`http://${own}:${shared.port}`)
      expect(await send('/', { host: own, port: shared.port })).toMatchObject({ status: 200 })
    }
    expect((await send('/', { headers: { host: 'evil.example' }, port: shared.port })).status).toBe(403)

    const stream = await fetch(`${shared.address}/inbox/v1/subscribers/pia/live`)
    expect(stream.status).toBe(200)
    shared.kill('SIGINT')
    await stream.text().catch(() => undefined)
    expect(await shared.exit).toBe(0)
  },
  patience,
)

test.each<[string, string[], Record<string, string>, number, RegExp]>([
  ['in production', [], { NODE_ENV: 'production' }, 1, /NODE_ENV is production/],
  ['an unknown option', ['--prot'], {}, 2, /Unknown option '--prot'\. Try: tidings dev --help/],
  ['an argument', ['now'], {}, 2, /"now" is not an option/],
  ['a port that is not a number', ['--port', 'http'], {}, 2, /--port must be a number/],
  ['an address in place of a name', ['--host', 'http://x'], {}, 2, /--host must be a name or an address/],
  ['a missing workspace file', ['--workspace', 'no.json'], {}, 1, /workspace file no\.json can't be read/],
])('%s: one line, and the exit code', async (_, args, env, exit, message) => {
  const result = await runHere(['dev', ...args], 'tidings', env)

  expect(result).toMatchObject({ exit, stdout: '' })
  expect(result.stderr).toMatch(message)
  expect(result.stderr).toMatch(/^tidings: [^\n]*\n$/)
})

test('a port in use: one line, before a database is created', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''

  const result = await runHere(['dev', '--port', port])

  expect(result).toMatchObject({ exit: 1, stdout: '' })
  expect(result.stderr).toMatch(/^tidings: Port \d+ on 127\.0\.0\.1 is in use\. [^\n]*\n$/)
})

test('it prints its options', async () => {
  const result = await runHere(['dev', '--help'])

  expect(result).toMatchObject({ exit: 0, stderr: '' })
  for (const option of ['--port', '--host', '--workspace']) expect(result.stdout).toContain(`  ${option} `)
})
