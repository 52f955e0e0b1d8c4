import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorPage, type TidingsErrorCode } from '../../src/client/errors/errorCode.ts'

const registry = 'src/client/errors/errorCode.ts'
const folder = 'docs/errors'
const read = (file: string) => readFileSync(file, 'utf8')
const codesIn = (text: string) => [...text.matchAll(/TIDINGS_\d{3}/g)].map(([code]) => code)

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file))
const registered = [...read(registry).matchAll(/^  (TIDINGS_\d{3}): '(.+)'$/gm)].map(([, code = '']) => code)
const used = new Set(source.filter((file) => file !== registry).flatMap((file) => codesIn(read(file))))
const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))

describe('the codes of errors', () => {
  it('are unique, and in order', () => {
    expect(registered).toEqual([...new Set(registered)].toSorted())
    expect(registered.length).toBeGreaterThan(20)
  })

  it('are each in use, and nothing uses another one', () => {
    expect([...used].toSorted()).toEqual(registered)
  })

  it('have each a page, and every page has a code', () => {
    expect(pages.toSorted()).toEqual(registered)
  })

  it('have a page in the installed package, which each message names', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    for (const code of registered as TidingsErrorCode[]) {
      expect(errorPage(code)).toBe(`node_modules/tidings/${folder}/${code}.md`)
      expect(files.some((entry) => `${folder}/${code}.md`.startsWith(`${entry}/`))).toBe(true)
    }
  })

  it('stand beside every error, but for a few that are known', () => {
    // A bare Error has no code.
    const bare = source.filter((file) => /new (Type|Range)?Error\(/.test(read(file)))
    expect(bare.toSorted()).toEqual([
      // What a host threw, which is no error.
      'src/client/errors/toError.ts',
      // Caught by the client, which names the field.
      'src/contract/operation.ts',
      // As a browser's fetch fails.
      'src/devtools/faultInjector.ts',
      // Caught where it is thrown, and said by the command line.
      'src/service/command/apiKeyFile.ts',
      // Data that its own caller made.
      'src/service/events/seed.ts',
      // As a browser's fetch fails.
      'src/testing/createTestService.ts',
      // A test that looks for what is not there.
      'src/testing/react/inboxIn.ts',
    ])
  })
})

describe.each(pages)('the page of %s', (code) => {
  const text = read(join(folder, `${code}.md`))

  it('says what, why and the cure', () => {
    expect(text).toMatch(
      new RegExp(`^# ${code}: \\S.*\\n\\n.+\\n\\n## What\\n\\n[^#]+\\n## Why\\n\\n[^#]+\\n## Cure\\n\\n[^#]+$`),
    )
  })

  it('links to what is there', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g))
      expect([target, existsSync(join(dirname(join(folder, code)), target))]).toEqual([target, true])
  })
})
