import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { usageOf } from '../../src/service/command/readArguments.ts'
import { parseWorkspace } from '../../src/service/workspace/parseWorkspace.ts'
import { workspaceSchema } from '../../src/service/workspace/workspaceSchema.ts'
import { codeBlocksOf, pages, readPage } from './codeBlocks.ts'

const spokenIn = ['docs/service.md', 'docs/sending.md', 'docs/workflows.md'].map(readPage).join('\n')
const spoken = new Set([...spokenIn.matchAll(/`([\w$-]+)(?: [A-Z]+)?`/g)].map(([, name = '']) => name))

/** All field names, at any depth. */
const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(fieldsOf)]
}

it('docs/service.md, docs/sending.md and docs/workflows.md document every field of a workspace file', () => {
  const fields = new Set(fieldsOf(z.toJSONSchema(workspaceSchema, { io: 'input', unrepresentable: 'any' })))
  expect(fields.size).toBeGreaterThan(30)
  expect([...fields].filter((field) => !spoken.has(field))).toEqual([])
})

it('docs/service.md documents every option of the command line', () => {
  const options = [...usageOf('tidings').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option)
  expect(options.length).toBeGreaterThan(5)
  expect(options.filter((option) => !spoken.has(option))).toEqual([])
})

it('comment-added has one payload in all pages and examples', () => {
  const workspaces = [
    ...codeBlocksOf('docs/service.md', readPage('docs/service.md'))
      .filter(({ language, code }) => language === 'json' && code.includes('"comment-added"'))
      .map(({ code }) => code),
    ...['examples/workspace.json', 'examples/docker/workspace.json'].map((file) => readFileSync(file, 'utf8')),
  ]
  const used = workspaces.map((text) => {
    const workflow = parseWorkspace(text).workflows.find(({ identifier }) => identifier === 'comment-added')
    return [...new Set([...JSON.stringify(workflow).matchAll(/\bpayload\.(\w+)/g)].map(([, name = '']) => name))]
  })
  const typed = pages.flatMap((page) =>
    [...readPage(page).matchAll(/interface Comment \{(.+)\}|const comment = (?:z\.object\()?\{(.+)\}/g)].map(
      ([, type, value = '']) => [...(type ?? value).matchAll(/(\w+): /g)].map(([, name = '']) => name),
    ),
  )
  expect(used.length).toBe(3)
  expect(typed.length).toBeGreaterThan(2)
  for (const names of [...used, ...typed]) expect(names.toSorted()).toEqual(['author', 'post', 'text', 'url'])
})
