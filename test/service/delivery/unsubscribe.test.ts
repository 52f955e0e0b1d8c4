import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '../../../src/contract/index.ts'
import { createService, openDatabase, type ServiceOptions, type WorkspaceInput } from '../../../src/service/index.ts'
import { createDatabase, sharedMemory } from '../support/engines.ts'
import { patience } from '../support/process.ts'
import { startMailServer } from '../support/providers.ts'
import { call, started } from '../support/serving.ts'
import { apiKey, type World } from '../support/world.ts'
import { createSendingWorld, event, integration, untilTried } from './support.ts'

const anna = { subscriberId: 'anna', email: 'anna@example.com' }

type Options = Partial<Omit<ServiceOptions, 'database' | 'workspace'>> & {
  environmentId?: string
  database?: ServiceOptions['database']
  change?: (workspace: WorkspaceInput) => void
}

/** A service that sends to a mail server. */
const setUp = async ({ database, ...options }: Options = {}) => {
  const { port, mails } = await startMailServer()
  const engine = { database: (database ?? (await sharedMemory())) as Awaited<ReturnType<typeof openDatabase>> }
  const world = await createSendingWorld(
    engine,
    [integration('email', 'nodemailer', { host: '127.0.0.1', port, from: 'app@example.com' })],
    { publicUrl: 'https://notify.example.com', ...options },
  )
  const headersOf = (mail: (typeof mails)[0] | undefined) => mail?.lines.filter((line) => /^list-/i.test(line))
  /** Sends a mail, and returns the path of its link, from `/v1` on. */
  const mailedPath = async (to: object = anna) => {
    await world.trigger(event('email', to))
    await untilTried(world)
    const [, path = ''] = /^List-Unsubscribe: <https:[^>]+?(\/v1\/.*)>$/.exec(headersOf(mails.at(-1))?.[0] ?? '') ?? []
    expect(path).not.toBe('')
    return path
  }
  return { world, mails, headersOf, mailedPath }
}

type Service = Pick<World, 'service'>

/** Requests a path without a key, as a mail provider or a browser does. */
const request = async ({ service }: Service, method: string, path: string, init: RequestInit = {}) => {
  const response = await service(new Request(`http://service.test${path}`, { method, ...init }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const oneClick = (service: Service, path: string) =>
  request(service, 'POST', path, { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })

/** The choices of a subscriber for a workflow. */
const choiceFor = async (world: World, identifier: string, subscriberId = 'anna') => {
  const { body } = await world.call('GET', `/v2/subscribers/${subscriberId}/preferences`)
  const { workflows } = z.parse(operations.getPreferences.response, body)
  return workflows.find(({ workflow }) => workflow.identifier === identifier)?.channels
}

test('a mail has both headers, and a POST switches off the emails of its workflow, for this subscriber', async () => {
  const { world, mails, headersOf, mailedPath } = await setUp({
    change: ({ workflows }) =>
      void workflows?.push({
        identifier: 'other',
        name: 'Other',
        steps: [{ channel: 'email', subject: 'x', content: 'x' }],
      }),
  })
  const path = await mailedPath()
  expect(headersOf(mails[0])).toEqual([
    `List-Unsubscribe: <https://notify.example.com${path}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
  // In one line: some readers of mails expect no line break before the address.
  expect(mails[0]?.source.split('\r\n')).toContain(`List-Unsubscribe: <https://notify.example.com${path}>`)
  expect(path).not.toMatch(/anna|email/)

  const { status, text } = await oneClick(world, path)
  expect([status, text]).toEqual([200, expect.stringContaining('You no longer get emails of “<bdi>email</bdi>”.')])
  expect((await oneClick(world, path)).status).toBe(200)

  expect(await choiceFor(world, 'email')).toEqual({ email: false })
  expect(await choiceFor(world, 'other')).toEqual({ email: true })
  await world.trigger(
    event('email', anna),
    { ...event('email', anna), name: 'other' },
    event('email', { subscriberId: 'ben', email: 'ben@example.com' }),
  )
  await untilTried(world)
  expect(mails.slice(1).map(({ to }) => to[0])).toEqual(['anna@example.com', 'ben@example.com'])
})

test('a mail that waits for the delivery hours is not sent any more', async () => {
  const { world, mails, mailedPath } = await setUp()
  const path = await mailedPath()
  const day = { isEnabled: true, hours: [{ start: '06:00 PM', end: '07:00 PM' }] }
  await world.call('PATCH', '/v2/subscribers/anna/preferences', {
    schedule: { isEnabled: true, weeklySchedule: { sunday: day } },
  })
  await world.trigger(event('email', anna))
  expect((await untilTried(world))[0]).toMatchObject({ errorId: 'delivery_hours' })

  await oneClick(world, path)
  await expect.poll(async () => (await untilTried(world))[0]).toMatchObject({ errorId: 'switched_off' })
  expect(mails).toHaveLength(1)
})

test('a GET changes nothing: it shows a page that posts', async () => {
  const { world, mailedPath } = await setUp({
    change: (workspace) => void (workspace.workflows![0]!.name = '<script>1</script> & "Comments"'),
  })
  const path = await mailedPath()

  const { status, headers, text } = await request(world, 'GET', path)
  expect(status).toBe(200)
  expect(text).toContain('<bdi>&lt;script&gt;1&lt;/script&gt; &amp; &quot;Comments&quot;</bdi>')
  expect(text).toContain('<form method="post"><button>')
  expect(text).not.toContain('<script')
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    ),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect((await request(world, 'HEAD', path)).status).toBe(200)
  expect(await choiceFor(world, 'email')).toEqual({ email: true })

  const put = await request(world, 'PUT', path)
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  expect(await choiceFor(world, 'email')).toEqual({ email: true })
})

test.each<[string, () => RequestInit]>([
  ['form', () => ({ body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })],
  [
    'multipart',
    () => {
      const body = new FormData()
      body.set('List-Unsubscribe', 'One-Click')
      return { body }
    },
  ],
  ['no', () => ({})],
  ['JSON', () => ({ body: '{', headers: { 'content-type': 'application/json' } })],
  // It is not read, so it can be of any size.
  ['endless', () => ({ body: new ReadableStream({ pull: () => new Promise(() => {}) }), duplex: 'half' })],
])('a POST with %s body is accepted', async (_, init) => {
  const { world, mailedPath } = await setUp()
  expect((await request(world, 'POST', await mailedPath(), init())).status).toBe(200)
  expect(await choiceFor(world, 'email')).toEqual({ email: false })
})

test('links that do not work have the same page, whatever the reason', async () => {
  const { world, mailedPath } = await setUp()
  const path = await mailedPath()
  const [, key, workflow, signature = ''] = /\/([^/.]+)\.([^.]+)\.(.+)$/.exec(path) ?? []
  const other = await mailedPath({ subscriberId: 'ben', email: 'ben@example.com' })
  const [, otherKey] = /\/([^/.]+)\./.exec(other) ?? []
  const changed = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  const forged = [
    'x',
    `${key}.${workflow}`,
    `${key}.${workflow}.`,
    `${key}.${workflow}.${changed}`,
    `${key}.${workflow}.${signature.slice(1)}`,
    `${key}.${workflow}.${signature}=`,
    `${otherKey}.${workflow}.${signature}`,
    `${key}.${key}.${signature}`,
    `${key}.${workflow}.${signature}/x`,
    `${key}%00.${workflow}.${signature}`,
  ].map((token) => `/v1/unsubscribe/${token}`)

  // Its subscriber is deleted, and another one has its id.
  await world.call('DELETE', '/v2/subscribers/ben')
  await world.trigger(event('email', { subscriberId: 'ben', email: 'ben@example.com' }))
  await untilTried(world)

  const pages = new Set<string>()
  for (const each of [...forged, other])
    for (const method of ['GET', 'POST']) {
      const { status, headers, text } = await request(world, method, each)
      headers.delete('x-request-id')
      pages.add(JSON.stringify([status, [...headers], text]))
    }
  expect([...pages]).toEqual([expect.stringMatching(/^\[404,.*This link does not work/)])
  for (const id of ['anna', 'ben']) expect(await choiceFor(world, 'email', id)).toEqual({ email: true })
  expect(world.log).toEqual([])
})

test('links work after a restart, with another API key, and without a public address', async () => {
  const { world, mailedPath } = await setUp()
  const path = await mailedPath()

  const { environmentId } = world
  const next = await setUp({ environmentId, publicUrl: undefined, apiKeys: [apiKey, 'new-key'] })
  expect((await oneClick(next.world, path)).status).toBe(200)
  expect(await choiceFor(next.world, 'email')).toEqual({ email: false })
})

test('links of a workflow that is gone or became critical do not work, nor those of another environment', async () => {
  const { world, mailedPath } = await setUp()
  const path = await mailedPath()
  const { environmentId } = world
  const removed = await setUp({ environmentId, change: ({ workflows }) => void workflows?.shift() })
  const critical = await setUp({
    environmentId,
    change: ({ workflows }) => void (workflows![0]!.critical = true),
  })
  const elsewhere = await setUp()
  for (const service of [removed, critical, elsewhere]) expect((await oneClick(service.world, path)).status).toBe(404)
  expect((await oneClick(world, path)).status).toBe(200)
})

test('two processes that start at once on a new database accept the links of each other', async () => {
  const address = await createDatabase()
  const databases = await Promise.all([openDatabase(address), openDatabase(address)])
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))))
  const environmentId = 'production'
  const [first, second] = await Promise.all(databases.map((database) => setUp({ database, environmentId })))
  if (!first || !second) throw new Error('no service')

  expect((await oneClick(second.world, await first.mailedPath())).status).toBe(200)
  const path = await second.mailedPath({ subscriberId: 'ben', email: 'ben@example.com' })
  expect((await oneClick(first.world, path)).status).toBe(200)
})

test('mails of critical workflows have no such header, nor those of a service without a public address', async () => {
  const critical = await setUp({ change: ({ workflows }) => void (workflows![0]!.critical = true) })
  const unknown = await setUp({ publicUrl: undefined })
  for (const { world, mails, headersOf } of [critical, unknown]) {
    await world.trigger(event('email', anna))
    await untilTried(world)
    expect(headersOf(mails[0])).toEqual([])
  }
})

test.each([
  ['https://notify.example.com/', 'https://notify.example.com'],
  ['https://example.com:8443/a//', 'https://example.com:8443/a'],
  // No character of it can end the address or the header.
  ['https://bücher.example/<a>,"ü', 'https://xn--bcher-kva.example/%3Ca%3E,%22%C3%BC'],
])('the public address %s', async (publicUrl, expected) => {
  const { mails, headersOf, mailedPath } = await setUp({ publicUrl })
  const path = await mailedPath()
  expect(headersOf(mails[0])?.[0]).toBe(`List-Unsubscribe: <${expected}${path}>`)
})

test.each([
  ['no scheme', 'notify.example.com'],
  ['HTTP', 'http://notify.example.com'],
  ['a password', 'https://user:secret@notify.example.com'],
  ['a query', 'https://notify.example.com/?a=1'],
  ['a fragment', 'https://notify.example.com/#a'],
  ['another header', 'https://notify.example.com/\r\nBcc: mallory@example.com'],
  ['a line separator', 'https://notify.example.com/>\u2028'],
  ['more characters than a line of a mail has', `https://notify.example.com/${'a'.repeat(500)}`],
])('a public address with %s is refused', async (_, publicUrl) => {
  await expect(setUp({ publicUrl })).rejects.toThrow('publicUrl must be an address such as https://notify.example.com')
})

test('the log says once at the start that mails have no such header, if the service sends mails', async () => {
  const start = async (providerId: string, options: { active?: boolean; publicUrl?: string } = {}) => {
    const { active = true, publicUrl } = options
    const log: string[] = []
    const service = await createService({
      database: await sharedMemory(),
      workspace: { environmentId: 'e', integrations: [integration('email', providerId, {}, { active })] },
      apiKeys: [apiKey],
      live: false,
      log: (line) => void log.push(line),
      ...(publicUrl !== undefined && { publicUrl }),
    })
    await service.close()
    return log.filter((line) => line.includes('--public-url'))
  }
  expect(await start('nodemailer')).toEqual([expect.stringMatching(/^Mails have no List-Unsubscribe header/)])
  expect(await start('nodemailer', { publicUrl: 'https://notify.example.com' })).toEqual([])
  expect(await start('nodemailer', { active: false })).toEqual([])
  expect(await start('sendgrid')).toEqual([])
})

test(
  'the command: a link works over HTTP with a large body, and after a kill with another key; the rest needs the key',
  async () => {
    const { port, mails } = await startMailServer()
    const folder = mkdtempSync(join(tmpdir(), 'tidings-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'workspace.json')
    const integrations = [integration('email', 'nodemailer', { host: '127.0.0.1', port, from: 'app@example.com' })]
    const workflows = [{ identifier: 'email', name: 'Comments', steps: [{ channel: 'email', content: 'x' }] }]
    writeFileSync(file, JSON.stringify({ environmentId: 'e', integrations, workflows }))
    const args = [
      '--data',
      await createDatabase(),
      '--workspace',
      file,
      '--public-url',
      'https://notify.example.com/a/',
    ]
    const before = await started([...args, '--api-key', 'old'])
    await call(before.address, 'old', '/v1/events/trigger/bulk', { events: [event('email', anna)] })
    await expect.poll(() => mails.length).toBe(1)
    const line = mails[0]?.lines.find((each) => each.startsWith('List-Unsubscribe:')) ?? ''
    const [, path = ''] = /^List-Unsubscribe: <https:\/\/notify\.example\.com\/a(.+)>$/.exec(line) ?? []
    before.kill('SIGKILL')
    await before.exit

    const { address } = await started([...args, '--api-key', 'new'])
    const opened = await fetch(`${address}${path}`)
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('“<bdi>Comments</bdi>”')])
    const response = await fetch(`${address}${path}`, { method: 'POST', body: 'x'.repeat(3_000_000) })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('You no longer get emails')])
    expect(await call(address, 'new', '/v2/subscribers/anna/preferences')).toMatchObject({
      body: { workflows: [{ channels: { email: false } }] },
    })
    expect((await call(address, 'old', '/v2/subscribers/anna/preferences')).status).toBe(401)
  },
  patience,
)
