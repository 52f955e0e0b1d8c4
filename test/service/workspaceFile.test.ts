import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { defaultWorkspace, parseWorkspace } from '../../src/service/index.ts'
import { codeBlocksOf, readPage } from '../docs/codeBlocks.ts'
import { badWorkspaces, least } from './support/badWorkspaces.ts'
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
  ...codeBlocksOf('docs/service.md', readPage('docs/service.md'))
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
