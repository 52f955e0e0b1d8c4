import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, onTestFinished, test } from 'vitest'
import { builtInSenders } from '../../src/service/delivery/builtInSenders.ts'
import { defaultWorkspace, parseWorkspace, type PastEvent, seedHistory } from '../../src/service/index.ts'
import { codeBlocksOf, readPage } from '../docs/codeBlocks.ts'
import { badWorkspaces, least } from './support/badWorkspaces.ts'
import { sharedMemory } from './support/engines.ts'
import { runHere } from './support/process.ts'
import { workspace } from './support/workspace.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const validate = new Ajv({ allErrors: true }).compile(read('src/service/schemas/workspace.schema.json') as object)
const errorsOf = (json: unknown) => (validate(json) ? [] : (validate.errors ?? []))

const files: [string, unknown][] = [
  ['examples/workspace.json', read('examples/workspace.json')],
  ['demo/workspace.json', read('demo/workspace.json')],
  ['the built-in one', defaultWorkspace],
  ['the workspace of the tests', workspace('env')],
  ['the smallest', least],
  ...['docs/service.md', 'docs/sending.md']
    .flatMap((page) => codeBlocksOf(page, readPage(page)))
    .filter(({ language }) => language === 'json')
    .map(({ place, code }): [string, unknown] => [place, JSON.parse(code)]),
]

test.each(files)('an editor accepts %s, as the service does', (_, json) => {
  expect(errorsOf(json)).toEqual([])
  expect(() => parseWorkspace(json)).not.toThrow()
})

test.each(badWorkspaces)('an editor and the service agree about $name', ({ json, onlyByService = false }) => {
  // An editor sees the file, where undefined values don't exist.
  expect(errorsOf(JSON.parse(JSON.stringify(json))).length > 0).toBe(!onlyByService)
})

test('an hour can have lowercase AM and PM', () => {
  const hours = [{ start: '9:00am', end: '05:30 Pm' }]
  const json = {
    ...least,
    subscribers: [
      {
        subscriberId: 's',
        preferences: {
          global: { schedule: { isEnabled: true, weeklySchedule: { friday: { isEnabled: true, hours } } } },
        },
      },
    ],
  }
  expect(errorsOf(json)).toEqual([])
  expect(() => parseWorkspace(json)).not.toThrow()
})

test('a completion explains each field', () => {
  const undocumented: string[] = []
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('properties' in schema && typeof schema.properties === 'object')
      for (const [name, field] of Object.entries(schema.properties ?? {}) as [string, { description?: string }][])
        if (!field.description) undocumented.push(`${path}.${name}`)
    for (const [key, inner] of Object.entries(schema)) walk(inner, key === 'properties' ? path : `${path}.${key}`)
  }
  walk(validate.schema, '')
  expect(undocumented).toEqual([])
})

interface Completion {
  anyOf?: { enum?: string[] }[]
  properties?: Record<string, { description: string }>
}

/** The fields of an integration in the schema. */
const { providerId, credentials } = (
  validate.schema as { properties: { integrations: { items: { properties: Record<string, Completion> } } } }
).properties.integrations.items.properties

test('an editor completes the providers that the service sends through', () => {
  expect(providerId?.anyOf?.[0]?.enum).toEqual(['novu', ...Object.keys(builtInSenders)].toSorted())
})

test('an editor completes the credentials of each provider, as docs/sending.md lists them', () => {
  const known = Object.entries(credentials?.properties ?? {}).flatMap(([name, { description }]) =>
    Object.keys(builtInSenders)
      .filter((provider) => description.includes(`\`${provider}\``))
      .map((provider) => `${provider} ${name}`),
  )
  const names = (cell: string) => [...cell.matchAll(/`([a-z-]+)`/gi)].map(([, name = '']) => name)
  const listed = [
    ...readPage('docs/sending.md').matchAll(/^\| `(?:email|sms|chat|push)` \|([^|]+)\|([^|]+)\|/gm),
  ].flatMap(([, providers = '', fields = '']) =>
    names(providers).flatMap((provider) =>
      names(fields)
        .filter((name) => name !== 'data')
        .map((name) => `${provider} ${name}`),
    ),
  )
  const replaced = ['twilio', 'fcm', 'expo', 'one-signal'].map((provider) => `${provider} baseUrl`)
  expect(known.toSorted()).toEqual([...listed, ...replaced].toSorted())
})

test('a port can be a number', () => {
  const email = { name: 'Email', identifier: 'email', channel: 'email', providerId: 'nodemailer' }
  const json = { ...least, integrations: [{ ...email, credentials: { port: 587, own: { nested: true } } }] }
  expect(errorsOf(json)).toEqual([])
  expect(parseWorkspace(json).integrations[0]?.credentials).toEqual({ port: '587', own: { nested: true } })
})

const text = JSON.stringify({ environmentId: 'e', organizationId: 'Åre' }, null, 2)
const utf16 = (bigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

test.each([
  ['a byte order mark', `\uFEFF${text}`],
  ['CRLF', text.replaceAll('\n', '\r\n')],
  ['a byte order mark and CRLF', `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ['empty lines around it', `\n\n${text}\n\n`],
  ['tabs', text.replaceAll('  ', '\t')],
])('a text with %s is read', (_, input) => {
  expect(parseWorkspace(input)).toMatchObject({ organizationId: 'Åre' })
})

test.each([
  ['nothing', '', /is not JSON .*it is empty/],
  ['a byte order mark alone', '\uFEFF\n', /it is empty/],
  ['a comment in a line', text.replace('{', '{ // mine'), /no comments. Remove them/],
  ['a comment', `/* https://x */ ${text}`, /no comments. Remove them/],
  ['a comma at the end', text.replace('\n}', ',\n}'), /no comma before/],
  [
    'an address that looks like a comment, and no end',
    '{"$schema": "https://x/*,]*/"',
    /is not JSON \([^)]*\)\. Correct/,
  ],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le').toString('latin1'), /UTF-16. Save it as UTF-8/],
])('a text with %s is refused with the cure', (_, input, reason) => {
  expect(() => parseWorkspace(input)).toThrow(reason)
})

test.each([
  ['UTF-16', utf16(false), /is not UTF-8. Save it as UTF-8/],
  ['UTF-16, big-endian', utf16(true), /is not UTF-8. Save it as UTF-8/],
  ['UTF-16 without a mark', Buffer.from(text.replace('Å', 'A'), 'utf16le'), /UTF-16. Save it as UTF-8/],
  ['Latin-1', Buffer.from(text, 'latin1'), /is not UTF-8. Save it as UTF-8/],
])('a file in %s stops the start, with one line that has the cure', async (_, bytes, reason) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-workspace-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'workspace.json')
  writeFileSync(file, bytes)

  const { exit, stderr } = await runHere(['service', '--data', 'memory', '--workspace', file])

  expect(exit).toBe(1)
  expect(stderr).toMatch(reason)
  expect(stderr).toMatch(/^tidings: [^\n]*\n$/)
})

test('the organization has a default', () => {
  expect(parseWorkspace({ environmentId: 'e' })).toMatchObject({ organizationId: 'tidings' })
})

const event = { name: 'welcome', to: 'anna' }
const createdAt = new Date(0)
test.each<[string, unknown, string]>([
  ['no list', { event, createdAt }, 'history must be a list'],
  ['nothing', undefined, 'history must be a list'],
  ['an event without its time', [event], 'history[0].event is missing'],
  ['a time as text', [{ event, createdAt: '2026-01-01' }], 'history[0].createdAt must be'],
  ['an invalid time', [{ event, createdAt: new Date(Number.NaN) }], 'history[0].createdAt must be'],
  ['a missing time', [{ event, createdAt }, { event }], 'history[1].createdAt is missing'],
  ['an event without recipients', [{ event: { name: 'welcome' }, createdAt }], 'history[0].event.to is missing'],
  ['a mark that is text', [{ event, createdAt, read: 'yes' }], 'history[0].read must be true or false'],
  ['an unknown field', [{ event, createdAt, at: 1 }], 'history[0].at is not a known field'],
  ['null', [null], 'history[0] must be an object'],
])('a history with %s is refused with the path', async (_, history, message) => {
  const database = await sharedMemory()
  const seeding = seedHistory({ database, workspace: defaultWorkspace, history: history as Iterable<PastEvent> })
  await expect(seeding).rejects.toThrow(message)
})
