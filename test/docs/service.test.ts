import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { usageOf } from '../../src/service/command/readArguments.ts'
import { workspaceSchema } from '../../src/service/workspace/workspaceSchema.ts'
import { readPage } from './codeBlocks.ts'

const spoken = new Set(
  [...readPage('docs/service.md').matchAll(/`([\w$-]+)(?: [A-Z]+)?`/g)].map(([, name = '']) => name),
)

/** All field names, at any depth. */
const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(fieldsOf)]
}

it('docs/service.md documents every field of a workspace file', () => {
  const fields = new Set(fieldsOf(z.toJSONSchema(workspaceSchema, { io: 'input', unrepresentable: 'any' })))
  expect(fields.size).toBeGreaterThan(30)
  expect([...fields].filter((field) => !spoken.has(field))).toEqual([])
})

it('docs/service.md documents every option of the command line', () => {
  const options = [...usageOf('tidings').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option)
  expect(options.length).toBeGreaterThan(5)
  expect(options.filter((option) => !spoken.has(option))).toEqual([])
})
