import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { usageOf } from '../../src/service/command/readArguments.ts'
import { parseWorkspace } from '../../src/service/workspace/parseWorkspace.ts'
import { blocks, blocksIn, readPage, written } from './codeBlocks.ts'

describe('the code of the docs', () => {
  it('is found at any indentation', () => {
    const fences = written.flatMap((page) => readPage(page).match(/^\s*```\w+$/gm) ?? [])
    expect(blocks.filter(({ language }) => language !== '').length).toBe(fences.length)
  })

  it('is skipped only with a reason', () => {
    expect(blocks.filter(({ skip }) => skip === '').map(({ place }) => place)).toEqual([])
    expect(blocks.filter(({ language }) => language === '').map(({ place }) => place)).toEqual([])
  })

  it('names npm scripts and options that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const lines = blocksIn('sh', 'bash').flatMap(({ code, place }) => code.split('\n').map((line) => ({ line, place })))
    for (const { line, place } of lines) {
      for (const [, name = ''] of line.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
        expect([place, name, name in scripts]).toEqual([place, name, true])
      if (/npx tidings|npm run service|^ {2}--/.test(line))
        for (const [option] of line.replace(/ -- (?=--|…)/, ' ').matchAll(/(?<=\s)--[a-z-]+/g))
          expect([place, option, usageOf('tidings').includes(`${option} `)]).toEqual([place, option, true])
    }
    expect(lines.some(({ line }) => line.includes('npx tidings'))).toBe(true)
  })

  it('shows workspaces that the service accepts', () => {
    const workspaces = blocksIn('json').filter(({ place }) => /^docs\/(agents|service)\.md/.test(place))
    for (const { code } of workspaces) expect(parseWorkspace(code)).toMatchObject(JSON.parse(code) as object)
    expect(workspaces.length).toBeGreaterThan(0)
    const workflows = blocksIn('json').filter(({ place }) => place.startsWith('docs/workflows.md'))
    for (const { code } of workflows) {
      const workspace = { environmentId: 'test', workflows: [JSON.parse(code) as object] }
      expect(parseWorkspace(workspace)).toMatchObject(workspace)
    }
    expect(workflows.length).toBeGreaterThan(0)
  })
})
