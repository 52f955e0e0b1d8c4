import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const filesOf = (folder: string, kind: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => kind.test(file)).map((file) => join(folder, file))

/** Every variable of ours in a text. Those of `--_tidings-` are private. */
const namesIn = (text: string) => new Set(text.match(/--tidings-[a-z-]+/g))

/**
 * A base colour has a default, and a private name under which its value is worked out: the same to whoever reads the docs. So is
 * the share of a colour in another, which a theme may set.
 */
const publicNames = (css: string) =>
  css
    .replaceAll(/var\(--_tidings-[a-z-]+-share, (\d+%)\)/g, '$1')
    .replaceAll(/--_tidings-([a-z-]+)-share\b/g, '--tidings-$1')
    .replaceAll(/var\(--_tidings-[a-z]+-default, (light-dark\(.+\))\)/g, '$1')
    .replaceAll(/--_tidings-(success|warning)-default\b/g, '--tidings-$1')
    .replaceAll(/--_tidings-(accent|on-accent|danger|background|foreground)(-default)?\b/g, '--tidings-$1')
/** The same values again, for browsers without light-dark(). */
const withoutLightDark = /^ +@supports not \(color: light-dark[\s\S]*?^ {2}\}/gm
const workedOut = /^ +--_tidings-[a-z-]+: var\(--tidings-.+;$/gm

const documented = new Map(
  [...read('docs/theming.md').matchAll(/^\| `(--[a-z-]+)` \| `(.+)` \| .+ \|$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const declared = new Map(
  [...publicNames(read('src/styles/variables.css').replaceAll(workedOut, '').replaceAll(withoutLightDark, '')).matchAll(/^ +(--tidings-[a-z-]+): (.+);$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const sheets = filesOf('src/styles', /\.css$/)
const themes = filesOf('src/styles/themes', /\.css$/)

describe('the variables', () => {
  it('are documented in one table, each with its default, and none else is', () => {
    expect(documented.size).toBeGreaterThan(20)
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared))
  })

  it('are all that the style sheets and the components use', () => {
    const used = [...sheets, ...filesOf('src/components', /\.tsx?$/)].flatMap((file) =>
      [...namesIn(read(file))].filter((name) => !documented.has(name)).map((name) => `${file}: ${name}`),
    )
    expect(used).toEqual([])
  })

  it('are all used', () => {
    const used = new Set(sheets.flatMap((file) => [...read(file).matchAll(/var\((--tidings-[a-z-]+)/g)].map(([, name]) => name)))
    expect([...documented.keys()].filter((name) => !used.has(name))).toEqual([])
  })

  it('that are the base are seven, and each theme sets them all', () => {
    const base = [...documented].filter(([, value]) => !value.includes('var(')).map(([name]) => name).slice(0, 7)
    expect([...documented.keys()].slice(0, 7)).toEqual(base)
    for (const theme of themes) expect([...namesIn(publicNames(read(theme)))], theme).toEqual(expect.arrayContaining(base))
  })
})

describe('the themes', () => {
  it('change variables and nothing else', () => {
    for (const theme of themes) {
      const declarations = [...publicNames(read(theme)).matchAll(/^ +([a-z-]+): .+;$/gm)].map(([, property]) => property ?? '')
      expect(declarations.filter((property) => !documented.has(property)), theme).toEqual([])
    }
  })

  it('are exported by the package, and named in the docs', () => {
    const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> }
    const exported = Object.keys(exports).filter((entry) => entry.startsWith('./themes/'))
    expect(exported.map((entry) => entry.replace('./', 'src/styles/')).toSorted()).toEqual(themes.toSorted())
    for (const entry of exported) expect(read('docs/theming.md')).toContain(entry.replace('./themes/', ''))
  })
})

describe('every rule', () => {
  it('stands in the layer, so that any rule of a host wins', () => {
    for (const sheet of sheets) {
      const outside = read(sheet)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/@layer tidings \{[\s\S]*?\n\}/g, '')
        // What registers a variable is no rule.
        .replace(/@(import .+;|property [\w-]+ \{[^}]*\})/g, '')
      expect(outside.trim(), sheet).toBe('')
    }
  })
})
