import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const filesOf = (folder: string, kind: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file))
    .map((file) => join(folder, file))

/** The public variables in a text. Those that start with `--_tidings-` are private. */
const namesIn = (text: string) => new Set(text.match(/--tidings-[a-z-]+/g))

/**
 * Replaces private names by the public ones of the docs: a base color's default and computed value, and the share of a
 * color in a mixed one, which a theme may set.
 */
const publicNames = (css: string) =>
  css
    .replaceAll(/var\(--_tidings-[a-z-]+-share, (\d+%)\)/g, '$1')
    .replaceAll(/--_tidings-([a-z-]+)-share\b/g, '--tidings-$1')
    .replaceAll(/--_tidings-(success|warning|shade)-default\b/g, '--tidings-$1')
    .replaceAll(/--_tidings-(accent|on-accent|danger|background|foreground)(-default)?\b/g, '--tidings-$1')
const computed = /^ +(--_tidings-[a-z-]+: var\(--tidings-.+|--tidings-[a-z]+: var\(--_tidings-[a-z]+-default\));$/gm

const documented = new Map(
  [...read('docs/theming.md').matchAll(/^\| `(--[a-z-]+)` \| `(.+)` \| .+ \|$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)
/** A value on one line, as in the table: the formatter wraps long ones. */
const onOneLine = (value: string) => value.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')
const declared = new Map(
  [
    ...publicNames(read('src/styles/variables.css').replaceAll(computed, '')).matchAll(
      /^ +(--tidings-[a-z-]+): ([^;]+);$/gm,
    ),
  ].map(([, name = '', value = '']) => [name, onOneLine(value)]),
)
const sheets = filesOf('src/styles', /\.css$/)
const themes = filesOf('src/styles/themes', /\.css$/)

describe('the variables', () => {
  it('are exactly those of one table, with their defaults', () => {
    expect(documented.size).toBeGreaterThan(20)
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared))
  })

  it('include all that the style sheets and components use', () => {
    const used = [...sheets, ...filesOf('src/components', /\.tsx?$/)].flatMap((file) =>
      [...namesIn(read(file))].filter((name) => !documented.has(name)).map((name) => `${file}: ${name}`),
    )
    expect(used).toEqual([])
  })

  it('are all used', () => {
    const used = new Set(
      sheets.flatMap((file) => [...read(file).matchAll(/var\((--tidings-[a-z-]+)/g)].map(([, name]) => name)),
    )
    expect([...documented.keys()].filter((name) => !used.has(name))).toEqual([])
  })

  it('have seven base ones, and each theme sets them all', () => {
    const base = [...documented]
      .filter(([, value]) => !value.includes('var('))
      .map(([name]) => name)
      .slice(0, 7)
    expect([...documented.keys()].slice(0, 7)).toEqual(base)
    for (const theme of themes)
      expect([...namesIn(publicNames(read(theme)))], theme).toEqual(expect.arrayContaining(base))
  })
})

describe('the themes', () => {
  it('set only variables', () => {
    for (const theme of themes) {
      const declarations = [...publicNames(read(theme)).matchAll(/^ +([a-z-]+): .+;$/gm)].map(
        ([, property]) => property ?? '',
      )
      expect(
        declarations.filter((property) => !documented.has(property)),
        theme,
      ).toEqual([])
    }
  })

  it('are exported by the package, and named in the docs', () => {
    const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> }
    const exported = Object.keys(exports).filter((entry) => entry.startsWith('./themes/'))
    expect(exported.map((entry) => entry.replace('./', 'src/styles/')).toSorted()).toEqual(themes.toSorted())
    for (const entry of exported) expect(read('docs/theming.md')).toContain(entry.replace('./themes/', ''))
  })
})

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The selectors of rules: the text before each brace, without at-rules and keyframes. */
const selectorsOf = (css: string) =>
  [...withoutComments(css).matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !/^(@|from$|to$)/.test(selector))

const layers = /@layer tidings \{[\s\S]*?\n\}/g

describe('every rule', () => {
  it('that sets the default of a variable is in the layer, so that any value of the app wins', () => {
    for (const sheet of sheets)
      for (const selector of selectorsOf([...read(sheet).matchAll(layers)].join('\n')))
        expect(selector, sheet).toMatch(/^(:where\()?(:root|\[data-tidings-(theme|density))/)
  })
})

describe('a color with two values', () => {
  it('is inside a condition, so that bundlers don’t compile it', () => {
    for (const sheet of sheets) {
      const unconditional = withoutComments(read(sheet))
        .replaceAll(/@supports \(color: light-dark\(#fff, #000\)\) \{[\s\S]*?\n {2}\}/g, '')
        .replaceAll('@supports not (color: light-dark(#fff, #000))', '')
      expect(unconditional, sheet).not.toContain('light-dark(')
    }
  })
})
