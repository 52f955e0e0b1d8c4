import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createLogTail } from '../../src/service/command/logTail.ts'
import { openConsole } from '../../src/service/command/openConsole.ts'
import type { Database, WorkspaceInput } from '../../src/service/index.ts'
import { startService } from '../../src/service/startService.ts'
import { parseWorkspace } from '../../src/service/workspace/parseWorkspace.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { sharedMemory } from './support/engines.ts'
import { patience } from './support/process.ts'
import { call, started } from './support/serving.ts'

const { dataFolder } = prepareFolders()

const apiKey = 'console-key-1'
const secret = 'sg-credential-1'
const hour = 3_600_000

const workspaceOf = (environmentId: string): WorkspaceInput => ({
  organizationId: 'acme',
  environmentId,
  integrations: [
    {
      name: 'Mail',
      identifier: 'mail',
      providerId: 'sendgrid',
      channel: 'email',
      active: false,
      credentials: { apiKey: secret },
    },
  ],
  workflows: [
    { identifier: 'note', name: 'Note', steps: [{ channel: 'in_app', content: '{{payload.text}}' }] },
    {
      identifier: 'late',
      name: 'Late',
      steps: [
        { name: 'an-hour', delay: { amount: 1, unit: 'hours' } },
        {
          channel: 'in_app',
          content: '{% for item in payload.items %}{{item.name}} {{item.price.amount}}{% endfor %}',
        },
      ],
    },
  ],
})

/** Everything that a console has sent or logged: no test may find the key in it. */
const everything: string[] = []
afterAll(() => {
  expect(everything.length).toBeGreaterThan(50)
  expect(everything.filter((text) => text.includes(apiKey) || text.includes(secret))).toEqual([])
})

interface Sent {
  method?: string
  body?: string
  cookie?: string | undefined
  /** Instead of those of a page of the console. An empty one is not sent. */
  headers?: Record<string, string>
}

const own = 'http://console.test'

interface SetUpOptions {
  /** The first one logs in and triggers. */
  keys?: [string, ...string[]]
  database?: Database
  environmentId?: string
  /** What the workspace has beside that of all tests. */
  extra?: Pick<WorkspaceInput, 'integrations' | 'workflows' | 'subscribers'>
}

/** A service with its console, and clocks that the test moves. */
const setUp = async ({ keys = [apiKey], database, environmentId = randomUUID(), extra = {} }: SetUpOptions = {}) => {
  const [key] = keys
  const opened = database ?? (await sharedMemory())
  const workspace = parseWorkspace({ ...workspaceOf(environmentId), ...extra })
  const clock = { now: Date.parse('2026-03-01T12:00:00.000Z'), monotonic: 1000 }
  const log: string[] = []
  const lines = createLogTail((line) => void log.push(line))
  const now = () => new Date(clock.now)
  const service = await startService({
    database: opened,
    workspace,
    apiKeys: keys,
    live: false,
    now,
    log: lines.log,
  })
  const console = openConsole({
    database: opened,
    service,
    apiKeys: keys,
    workspace,
    file: 'workspace.json',
    log: lines.log,
    lines,
    now: () => clock.now,
    monotonic: () => clock.monotonic,
  })
  onTestFinished(async () => {
    everything.push(...log)
    await console.close()
    await service.close()
  })

  const send = async (path: string, { method = 'GET', body, cookie, headers = {} }: Sent = {}) => {
    const given = {
      ...(body !== undefined && { 'content-length': String(body.length) }),
      ...(method !== 'GET' && { origin: own, 'sec-fetch-site': 'same-origin' }),
      ...(cookie !== undefined && { cookie: `other=1; tidings_console=${cookie}` }),
      ...headers,
    }
    const request = new Request(`${own}${path}`, {
      method,
      headers: Object.entries(given).filter(([, value]) => value !== ''),
      ...(body !== undefined && { body }),
    })
    const response = await console.fetch(request)
    const text = await response.text()
    everything.push(JSON.stringify([...response.headers]), text)
    return { status: response.status, headers: response.headers, text }
  }
  const tryKey = (text: string, more: Sent = {}) =>
    send('/console/log-in', { method: 'POST', body: `${new URLSearchParams({ key: text })}`, ...more })
  /** Logs in, and returns the cookie. */
  const logIn = async (more: Sent = {}) => {
    const { headers } = await tryKey(key, more)
    return /^tidings_console=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1]
  }
  const trigger = async (event: object) => {
    const headers = { authorization: `ApiKey ${key}` }
    const body = JSON.stringify({ events: [event] })
    const response = await service(new Request(`${own}/v1/events/trigger/bulk`, { method: 'POST', body, headers }))
    return (await response.json()) as unknown
  }
  const isOpen = async (cookie: string | undefined) => (await send('/console/setup', { cookie })).status === 200
  return { database: opened, environmentId, service, clock, log, send, tryKey, logIn, trigger, isOpen }
}

const feedOf = (subscriberId: string) => `/console/inbox/v1/subscribers/${subscriberId}/notifications/feed`

test('without a session, only the log-in page and its style sheet are served', async () => {
  const { send } = await setUp()

  const page = await send('/console/')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<input name="key" type="password"')
  expect((await send('/console/console.css')).status).toBe(200)
  for (const path of ['console.js', 'element/element.js', 'setup', 'state', 'subscriber?id=anna', 'nothing', 'log-in'])
    expect([path, (await send(`/console/${path}`)).status]).toEqual([path, 401])
  expect((await send(feedOf('anna'))).status).toBe(401)
  expect((await send('/console/v1/events/trigger/bulk', { method: 'POST', body: '{}' })).status).toBe(401)
})

test('the key opens a session, whose random id is all that the browser gets', async () => {
  const { send, tryKey, isOpen, database } = await setUp()

  const { status, headers } = await tryKey(apiKey)
  const cookie = headers.get('set-cookie') ?? ''
  expect({ status, location: headers.get('location') }).toEqual({ status: 303, location: './' })
  expect(cookie).toMatch(/^tidings_console=[\w-]{43}; Path=\/console; Max-Age=43200; HttpOnly; SameSite=Strict$/)
  const [, id = ''] = /=([^;]+)/.exec(cookie) ?? []
  expect(await isOpen(id)).toBe(true)
  expect((await send('/console/', { cookie: id })).text).toContain('<tidings-inbox')
  expect(await isOpen((await tryKey(apiKey)).headers.get('set-cookie')?.slice(16, 59))).toBe(true)
  // Neither the id nor the key can be read from the database.
  const rows = await database.kysely.selectFrom('tidings.secrets').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(id)
  expect(JSON.stringify(rows)).not.toContain(apiKey)
})

test('on HTTPS the cookie is secure, also behind a server that ends TLS', async () => {
  const { tryKey } = await setUp()
  const { headers } = await tryKey(apiKey, {
    headers: { origin: 'https://console.test', 'sec-fetch-site': 'same-origin' },
  })
  expect(headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/)
})

test('a session ends after twelve hours, by either clock, and is not extended', async () => {
  const { clock, logIn, isOpen } = await setUp()

  const first = await logIn()
  clock.now += 12 * hour - 1
  clock.monotonic += 12 * hour - 1
  expect(await isOpen(first)).toBe(true)
  clock.now += 1
  expect(await isOpen(first)).toBe(false)

  const second = await logIn()
  // The clock is set back.
  clock.now -= 100 * hour
  clock.monotonic += 12 * hour
  expect(await isOpen(second)).toBe(false)
  clock.monotonic -= 12 * hour
  expect(await isOpen(second)).toBe(false)
})

test('a log-in and a log-out hold for all processes, and the removal of its key ends a session', async () => {
  const first = await setUp()
  const { database, environmentId } = first
  const second = await setUp({ database, environmentId, keys: ['console-key-2', apiKey] })
  const changed = await setUp({ database, environmentId, keys: ['console-key-2'] })
  const cookie = await first.logIn()

  expect(await second.isOpen(cookie)).toBe(true)
  expect(await changed.isOpen(cookie)).toBe(false)
  const later = await second.logIn()
  expect(await changed.isOpen(later)).toBe(true)
  expect(await first.isOpen(later)).toBe(false)
  const { headers } = await second.send('/console/log-out', { method: 'POST', cookie })
  expect(headers.get('set-cookie')).toMatch(/^tidings_console=; Path=\/console; Max-Age=0; /)
  expect(await first.isOpen(cookie)).toBe(false)
})

test('sessions that have ended leave the database with the next log-in', async () => {
  const { database, clock, logIn } = await setUp()
  const count = async () => {
    const rows = await database.kysely.selectFrom('tidings.secrets').select('name').execute()
    return rows.filter(({ name }) => name.startsWith('console-session.')).length
  }
  clock.now += 24 * hour
  await logIn()
  await logIn()
  expect(await count()).toBe(2)
  clock.now += 13 * hour
  await logIn()
  expect(await count()).toBe(1)
})

test('an id that an attacker has set in the browser does not become a session', async () => {
  const { logIn, isOpen } = await setUp()
  const planted = 'x'.repeat(43)
  const cookie = await logIn({ cookie: planted })
  expect(cookie).toMatch(/^[\w-]{43}$/)
  expect(cookie).not.toBe(planted)
  expect(await isOpen(planted)).toBe(false)
  // One that another app of the domain adds does not hide the session.
  expect(await isOpen(`${planted}; tidings_console=${cookie}`)).toBe(true)
})

test.each(['', 'x', 'x'.repeat(42), `${'x'.repeat(43)}'--`, '%00', '__proto__', 'constructor'])(
  'the cookie %j opens nothing',
  async (cookie) => {
    const { isOpen } = await setUp()
    expect(await isOpen(cookie)).toBe(false)
  },
)

test('five wrong keys in a minute refuse all further ones, also the right one, and many at once', async () => {
  const { clock, log, logIn, tryKey, isOpen } = await setUp()
  const before = await logIn()

  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => tryKey(`guess-${index}`)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  expect(log.filter((line) => line.includes('the key is wrong'))).toHaveLength(5)
  expect(log.join('\n')).not.toContain('guess')
  const right = await tryKey(apiKey)
  expect({ status: right.status, after: right.headers.get('retry-after') }).toEqual({ status: 429, after: '60' })
  expect(right.headers.has('set-cookie')).toBe(false)
  // Open sessions go on.
  expect(await isOpen(before)).toBe(true)

  clock.monotonic += 60_000
  expect(await logIn()).toBeDefined()
})

test.each(['', `${apiKey} `, apiKey.toUpperCase(), `${apiKey}\0`, apiKey.slice(0, -1)])(
  'the key %j is wrong, and the page does not repeat it',
  async (text) => {
    const { tryKey } = await setUp()
    const answer = await tryKey(text)
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('This is not an API key of the service.')
    expect(answer.headers.has('set-cookie')).toBe(false)
  },
)

test('a form without a length, or a long one, is not read', async () => {
  const { send } = await setUp()
  const body = `key=${'x'.repeat(5000)}`
  expect((await send('/console/log-in', { method: 'POST', body })).status).toBe(413)
  const unknown = { 'content-length': 'many' }
  expect((await send('/console/log-in', { method: 'POST', body: 'key=x', headers: unknown })).status).toBe(413)
})

const strangers: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another port or subdomain, which gets the cookie', { origin: 'http://a.test', 'sec-fetch-site': 'same-site' }],
  ['another site in an old browser', { origin: 'http://evil.example', 'sec-fetch-site': '' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a page that rebinds its name, but has its origin', { origin: 'http://evil.example:4320', 'sec-fetch-site': '' }],
  ['a page with the header of the inbox', { origin: 'http://evil.example', 'sec-fetch-site': '', 'x-tidings': '1' }],
]

test.each(strangers)('%s can neither read, trigger, log in nor log out, even with the cookie', async (_, headers) => {
  const { send, tryKey, logIn, isOpen } = await setUp()
  const cookie = await logIn()
  for (const path of ['/console/state', '/console/setup', '/console/console.js', feedOf('anna')]) {
    const answer = await send(path, { cookie, headers })
    expect([path, answer.status]).toEqual([path, 403])
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  }
  const body = JSON.stringify({ events: [{ name: 'note', to: 'victim', payload: { text: 'x' } }] })
  const posted = { method: 'POST', cookie, body, headers }
  expect((await send('/console/v1/events/trigger/bulk', posted)).status).toBe(403)
  expect((await send('/console/log-out', posted)).status).toBe(403)
  expect((await tryKey(apiKey, { headers })).status).toBe(403)
  const preflight = { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'POST' } }
  expect((await send('/console/v1/events/trigger/bulk', preflight)).status).toBe(403)
  expect(await isOpen(cookie)).toBe(true)
  expect((await send('/console/state?subscriber=victim', { cookie })).text).toContain('"messages":[]')
})

test('a page of another name that leads to this machine (DNS rebinding) gets the log-in and nothing else', async () => {
  const { send } = await setUp()
  // For the browser, that page has the same origin, and the cookie is of another host.
  const headers = { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }
  expect((await send('/console/', { headers })).text).toContain('API key')
  for (const path of ['/console/state', '/console/setup', feedOf('anna')])
    expect((await send(path, { headers })).status).toBe(401)
})

test('a write must prove its origin: one without Origin and Sec-Fetch-Site is refused', async () => {
  const { send, logIn } = await setUp()
  const cookie = await logIn()
  const bare = { origin: '', 'sec-fetch-site': '' }
  const answer = await send('/console/log-out', { method: 'POST', cookie, body: '', headers: bare })
  expect(answer.status).toBe(403)
})

test('every response forbids frames, scripts of others, caches and guesses of its type', async () => {
  const { send, tryKey, logIn } = await setUp()
  const cookie = await logIn()
  const answers = [
    await send('/console/'),
    await send('/console'),
    await send('/console/', { cookie }),
    await send('/console/console.js', { cookie }),
    await send('/console/element/element.js', { cookie }),
    await send('/console/state', { cookie }),
    await send('/console/state'),
    await send('/console/nothing', { cookie }),
    await send('/console/state', { cookie, headers: { origin: 'https://evil.example' } }),
    await tryKey('wrong'),
    await tryKey(apiKey),
  ]
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; .*frame-ancestors 'none'/,
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    })
  }
  for (const { text } of answers.slice(0, 3)) expect(text).not.toMatch(/<script>|style=|<style| on\w+=/)
})

test('what others have written is data, never a page', async () => {
  const { send, logIn, trigger } = await setUp()
  const cookie = await logIn()
  const hostile = `<img src=x onerror=alert(1)>"'</script>`
  await trigger({ name: 'note', to: hostile, payload: { text: hostile } })
  await trigger({ name: hostile, to: 'anna' })
  const answers = [
    await send('/console/state', { cookie }),
    await send(`/console/subscriber?${new URLSearchParams({ id: hostile })}`, { cookie }),
    await send(feedOf(encodeURIComponent(hostile)), { cookie }),
    await send(`/console/${encodeURIComponent(hostile)}`, { cookie }),
    await send(`/console/?subscriber=${encodeURIComponent(hostile)}`, { cookie }),
    await send(`/console/?subscriber=${encodeURIComponent(hostile)}`),
  ]
  for (const { text, headers } of answers)
    if (text.includes('<img')) expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(answers[0]?.text).toContain('<img')
})

test('it lists messages, what waits, integrations and the log, and no credential', async () => {
  const { send, logIn, trigger } = await setUp()
  const cookie = await logIn()
  await trigger({ name: 'note', to: 'anna', payload: { text: 'Hi' }, transactionId: 't-1' })
  await trigger({ name: 'late', to: 'ben', payload: { items: [] } })
  await trigger({ name: 'missing', to: 'ben' })
  const read = async (path: string) => JSON.parse((await send(`/console/${path}`, { cookie })).text) as unknown

  expect(await read('setup')).toEqual({
    title: 'tidings console',
    changesInboxes: false,
    hasLogIn: true,
    workspace: 'workspace.json',
    workflows: [
      { identifier: 'note', name: 'Note', fields: [{ name: 'text' }], example: { text: 'text' } },
      {
        identifier: 'late',
        name: 'Late',
        fields: [{ name: 'items', example: '[{"name":"name","price":{"amount":"amount"}}]' }],
        example: { items: [{ name: 'name', price: { amount: 'amount' } }] },
      },
    ],
    integrations: [
      { name: 'Mail', identifier: 'mail', channel: 'email', providerId: 'sendgrid', active: false, primary: false },
    ],
  })
  expect(await read('state?subscriber=anna')).toMatchObject({
    messages: [{ transactionId: 't-1', workflow: 'Note', subscriberId: 'anna', channel: 'in_app', status: 'sent' }],
    waiting: [],
    log: expect.arrayContaining([expect.stringContaining('"missing"')]),
  })
  expect(await read('state?subscriber=ben')).toMatchObject({
    messages: [],
    waiting: [
      {
        subscriberId: 'ben',
        workflow: 'Late',
        step: 'an-hour',
        reason: 'delay',
        dueAt: '2026-03-01T13:00:00.000Z',
      },
    ],
  })
  expect(await read('subscriber?id=anna')).toMatchObject({
    profile: {},
    preferences: { global: { enabled: true }, workflows: [{ workflow: { name: 'Note' } }, {}] },
  })
})

test('a message that waits for delivery hours waits, with its reason, and is not called not sent', async () => {
  const monday = { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] }
  const schedule = { isEnabled: true, weeklySchedule: { monday } }
  const { send, logIn, trigger } = await setUp({
    extra: {
      integrations: [{ name: 'Text', identifier: 'text', channel: 'sms', providerId: 'twilio' }],
      workflows: [{ identifier: 'text', name: 'Text', steps: [{ channel: 'sms', content: 'Hi' }] }],
      subscribers: [
        { subscriberId: 'kim', phone: '+46', preferences: { global: { schedule } } },
        { subscriberId: 'leo', preferences: { global: { schedule } } },
      ],
    },
  })
  const cookie = await logIn()
  await trigger({ name: 'text', to: ['kim', 'leo'] })
  const read = async (id: string) =>
    JSON.parse((await send(`/console/state?subscriber=${id}`, { cookie })).text) as unknown
  const reason = 'The message waits for the delivery hours of the subscriber, until 2026-03-02T09:00:00.000Z.'
  const waits = { subscriberId: 'kim', workflow: 'Text', step: 'sms', reason, dueAt: '2026-03-02T09:00:00.000Z' }

  expect(await read('kim')).toMatchObject({
    messages: [{ channel: 'sms', status: 'waiting', reason }],
    waiting: [waits],
  })
  expect(await read('leo')).toMatchObject({ messages: [{ channel: 'sms', status: 'warning' }], waiting: [] })
  expect(JSON.parse((await send('/console/state', { cookie })).text)).toMatchObject({ waiting: [waits] })
})

test('it shows the inbox of a subscriber, and changes none, nor creates one for a mistyped id', async () => {
  const { send, logIn, trigger } = await setUp()
  const cookie = await logIn()
  await trigger({ name: 'note', to: 'anna', payload: { text: 'Hi' } })
  const mark = { method: 'POST', cookie, body: '{"markAs":"read"}', headers: { 'content-type': 'application/json' } }

  expect((await send('/console/inbox/v1/subscribers/anna/messages/mark-all', mark)).status).toBe(405)
  const shown = await send(feedOf('anna'), { cookie })
  expect(JSON.parse(shown.text)).toMatchObject({ totalCount: 1, data: [{ content: 'Hi', seen: false, read: false }] })
  await send(feedOf('annna'), { cookie })
  expect(JSON.parse((await send('/console/subscriber?id=annna', { cookie })).text)).toEqual({
    subscriberId: 'annna',
    profile: null,
    preferences: null,
  })
})

test('its trigger needs no key, and nothing else of the service is served', async () => {
  const { send, logIn } = await setUp()
  const cookie = await logIn()
  const body = JSON.stringify({ events: [{ name: 'note', to: 'eva', payload: { text: 'x' } }] })
  const answer = await send('/console/v1/events/trigger/bulk', { method: 'POST', cookie, body })
  expect(JSON.parse(answer.text)).toMatchObject([{ status: 'processed' }])
  expect((await send('/console/v1/integrations/active', { cookie })).status).toBe(404)
  expect((await send('/console/v1/messages', { cookie })).status).toBe(404)
  expect((await send('/console/v1/subscribers/bulk', { method: 'POST', cookie, body: '{}' })).status).toBe(405)
  expect((await send('/console/element/..%2f..%2fpackage.json', { cookie })).status).toBe(404)
})

test(
  'the command serves it only with --console or TIDINGS_CONSOLE, and only below /console',
  async () => {
    const [without, shown] = await Promise.all([
      started(['--data', dataFolder(), '--api-key', apiKey], { env: { TIDINGS_CONSOLE: '' } }),
      started(['--data', dataFolder()], { env: { TIDINGS_CONSOLE: '1', TIDINGS_API_KEY: apiKey } }),
    ])
    expect((await fetch(`${without.address}/console/`)).status).toBe(404)
    expect(without.output.stderr).not.toContain('Console')

    const { address } = shown
    await expect.poll(() => shown.output.stderr).toContain(`Console: ${address}/console. Log in with the API key.\n`)
    expect(await (await fetch(`${address}/console`)).text()).toContain('API key')
    const answer = await fetch(`${address}/console/log-in`, {
      method: 'POST',
      body: new URLSearchParams({ key: apiKey }),
      headers: { origin: address },
      redirect: 'manual',
    })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await (await fetch(`${address}/console/`, { headers: { cookie } })).text()).toContain('<tidings-inbox')
    // A session opens the console, and nothing else.
    expect((await fetch(`${address}/v1/messages`, { headers: { cookie } })).status).toBe(401)
    expect((await fetch(`${address}/consoles`, { headers: { cookie } })).status).toBe(404)
    expect((await call(address, apiKey, '/v1/messages')).status).toBe(200)
    everything.push(shown.output.stderr, shown.output.stdout)
  },
  patience,
)
