import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { extensionOperations, operations } from '../../src/contract/index.ts'
import type { Database } from '../../src/service/index.ts'
import { sharedMemory } from './support/engines.ts'
import { apiKey, createWorld } from './support/world.ts'

interface ApiDescription {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: object }>>
  components: { schemas: Record<string, { properties?: Record<string, { description?: string }> }> }
}

const file = 'src/service/schemas/openapi.json'
const description = () => JSON.parse(readFileSync(file, 'utf8')) as ApiDescription

test('the description is valid OpenAPI 3.1', async () => {
  expect(description().openapi).toBe('3.1.0')
  expect(await new Validator().validate(description() as unknown as Record<string, unknown>)).toEqual({ valid: true })
})

test('it has the operations and extensions of the contract, with their statuses', () => {
  const described = Object.entries(description().paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => [
      operationId,
      [method.toUpperCase(), address, Object.keys(responses).filter((status) => status.startsWith('2'))],
    ]),
  )
  const expected = Object.entries({ ...operations, ...extensionOperations }).map(
    ([name, { method, path: address, status }]) => [name, [method, address, [String(status)]]],
  )
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected))
})

test('it describes each field except the credentials of integrations, whose names the providers define', () => {
  const { schemas } = description().components
  const undocumented = Object.entries(schemas)
    .filter(([name]) => name !== 'IntegrationCredentials')
    .flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, { description: text }]) => (text ? [] : [`${name}.${field}`])),
    )
  expect(undocumented).toEqual([])
})

/** A program of a team that has only the description: types by openapi-typescript, calls by openapi-fetch. */
const program = `import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'

export const run = async (fetch: (request: Request) => Promise<Response>, apiKey: string) => {
  const client = createClient<paths>({ baseUrl: 'http://service.test', headers: { authorization: \`ApiKey \${apiKey}\` }, fetch })
  const path = { subscriberId: 'pia' }

  const integrations = await client.GET('/v1/integrations/active')
  const subscribers = await client.POST('/v1/subscribers/bulk', { body: { subscribers: [{ subscriberId: 'pia', firstName: 'Pia' }] } })
  const credentials = await client.PATCH('/v1/subscribers/{subscriberId}/credentials', {
    params: { path, header: { 'idempotency-key': 'credentials-1' } },
    body: { providerId: 'slack', credentials: { webhookUrl: 'https://hooks.example.com/1' } },
  })
  const events = await client.POST('/v1/events/trigger/bulk', {
    body: { events: [{ name: 'note', to: ['pia', { subscriberId: 'kim' }], payload: { text: 'Hello' } }] },
  })
  const feed = await client.GET('/v1/subscribers/{subscriberId}/notifications/feed', { params: { path, query: { limit: 1, read: false } } })
  const messageId = feed.data?.data[0]?._id ?? ''
  const marked = await client.POST('/v1/subscribers/{subscriberId}/messages/mark-as', { params: { path }, body: { messageId, markAs: 'read' } })
  const all = await client.POST('/v1/subscribers/{subscriberId}/messages/mark-all', { params: { path }, body: { markAs: 'unread' } })
  const preferences = await client.GET('/v2/subscribers/{subscriberId}/preferences', { params: { path, query: { criticality: 'all' } } })
  const changed = await client.PATCH('/v2/subscribers/{subscriberId}/preferences', { params: { path }, body: { channels: { email: false } } })
  const one = { subscriberId: 'pia', id: messageId }
  const archived = await client.PATCH('/v2/subscribers/{subscriberId}/notifications/{id}/archive', { params: { path: one } })
  await client.PATCH('/v2/subscribers/{subscriberId}/notifications/{id}/snooze', { params: { path: one }, body: { snoozeUntil: '2026-03-02T00:00:00Z' } })
  const snoozed = await client.GET('/v2/subscribers/{subscriberId}/notifications', { params: { path, query: { snoozed: true } } })
  await client.PATCH('/v2/subscribers/{subscriberId}/notifications/{id}/archive', { params: { path: one } })
  const listed = await client.GET('/v2/subscribers/{subscriberId}/notifications', {
    params: { path, query: { archived: true, limit: 5, severity: ['none', 'low'] } },
  })
  const counts = await client.GET('/v2/subscribers/{subscriberId}/notifications/count', {
    params: { path, query: { filters: '[{"archived":true},{}]' } },
  })
  const batch = await client.POST('/v2/subscribers/{subscriberId}/notifications/batch', {
    params: { path }, body: { action: 'unarchive', notificationIds: [messageId, 'unknown'] },
  })
  const seen = await client.POST('/v2/subscribers/{subscriberId}/notifications/seen', { params: { path }, body: { tags: { and: [{ or: ['x'] }] } } })
  const deleted = await client.DELETE('/v2/subscribers/{subscriberId}/notifications/{id}', { params: { path: one } })
  const refused = await client.GET('/v1/subscribers/{subscriberId}/notifications/feed', { params: { path: { subscriberId: 'nobody' } } })

  const identifiers: string[] | undefined = integrations.data?.map(({ identifier }) => identifier)
  const count: number | undefined = typeof all.data === 'object' ? all.data.count : all.data
  const message: string | string[] | undefined = refused.error?.message
  return {
    identifiers,
    created: subscribers.data?.updated,
    channels: credentials.data?.channels?.map(({ providerId }) => providerId),
    statuses: events.data?.map(({ status }) => status),
    contents: feed.data?.data.map(({ content }) => content),
    read: marked.data?.map(({ read }) => read),
    count,
    workflows: preferences.data?.workflows.map(({ workflow }) => workflow.identifier).includes('note'),
    email: changed.data?.data.global.channels.email,
    archived: archived.data?.data.isArchived,
    snoozed: snoozed.data?.data.map(({ snoozedUntil }) => snoozedUntil),
    listed: listed.data?.data.map(({ body, workflow }) => [body, workflow?.severity]),
    counts: counts.data?.data.map(({ count: matching }) => matching),
    batch: batch.data?.data.map(({ isArchived }) => isArchived),
    empty: [seen.response.status, deleted.response.status],
    refused: [refused.response.status, message],
  }
}

export const mistakes = (client: ReturnType<typeof createClient<paths>>) => [
  // @ts-expect-error -- no such mark
  client.POST('/v1/subscribers/{subscriberId}/messages/mark-all', { params: { path: { subscriberId: 'a' } }, body: { markAs: 'archived' } }),
  // @ts-expect-error -- an event needs recipients
  client.POST('/v1/events/trigger/bulk', { body: { events: [{ name: 'note' }] } }),
  // @ts-expect-error -- no such parameter
  client.GET('/v2/subscribers/{subscriberId}/preferences', { params: { path: { subscriberId: 'a' }, query: { critical: true } } }),
  // @ts-expect-error -- a batch needs ids
  client.POST('/v2/subscribers/{subscriberId}/notifications/batch', { params: { path: { subscriberId: 'a' } }, body: { action: 'archive' } }),
]
`

const folder = path.resolve('.tidings/openapi')

/** Generates the types, and compiles the program with this project's strictness. */
const compileProgram = async (): Promise<string[]> => {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'paths.ts'), astToString(await openapiTS(readFileSync(file, 'utf8'))))
  await writeFile(path.join(folder, 'program.ts'), program)
  const { config } = ts.readConfigFile('tsconfig.json', (name) => ts.sys.readFile(name)) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, process.cwd())
  const compiled = ts.createProgram([path.join(folder, 'program.ts')], options)
  return ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

let database: Database
beforeAll(async () => {
  database = await sharedMemory()
})

test('the service serves it without a key', async () => {
  const { service, call } = await createWorld({ database })
  const response = await service(new Request('http://service.test/openapi.json'))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(await response.json()).toEqual(description())
  expect((await call('POST', '/openapi.json', {})).status).toBe(404)
})

test('a client generated from it compiles, and calls all operations', { timeout: 120_000 }, async () => {
  expect(await compileProgram()).toEqual([])
  const { service } = await createWorld({ database })
  const { run } = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'program.ts')).href)) as {
    run: (fetch: (request: Request) => Promise<Response>, apiKey: string) => Promise<object>
  }
  expect(await run(service.fetch, apiKey)).toEqual({
    identifiers: ['in-app-1', 'mail-1', 'sms-1', 'slack-1', 'slack-2', 'fcm-1'],
    created: [{ subscriberId: 'pia' }],
    channels: ['slack'],
    statuses: ['processed'],
    contents: ['Hello'],
    read: [true],
    count: 1,
    workflows: true,
    email: false,
    archived: true,
    snoozed: ['2026-03-02T00:00:00.000Z'],
    listed: [['Hello', 'none']],
    counts: [1, 0],
    batch: [false],
    empty: [204, 204],
    refused: [404, expect.stringContaining('Subscriber "nobody" does not exist')],
  })
})
