import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const filesOf = (folder: string, kind: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file))
    .map((file) => join(folder, file))

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
    .replaceAll(/--_tidings-(success|warning|shade)-default\b/g, '--tidings-$1')
    .replaceAll(/--_tidings-(accent|on-accent|danger|background|foreground)(-default)?\b/g, '--tidings-$1')
const workedOut = /^ +(--_tidings-[a-z-]+: var\(--tidings-.+|--tidings-[a-z]+: var\(--_tidings-[a-z]+-default\));$/gm

const documented = new Map(
  [...read('docs/theming.md').matchAll(/^\| `(--[a-z-]+)` \| `(.+)` \| .+ \|$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)
/** A value as the table has it: the formatter breaks long ones. */
const onOneLine = (value: string) => value.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')
const declared = new Map(
  [
    ...publicNames(read('src/styles/variables.css').replaceAll(workedOut, '')).matchAll(
      /^ +(--tidings-[a-z-]+): ([^;]+);$/gm,
    ),
  ].map(([, name = '', value = '']) => [name, onOneLine(value)]),
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
    const used = new Set(
      sheets.flatMap((file) => [...read(file).matchAll(/var\((--tidings-[a-z-]+)/g)].map(([, name]) => name)),
    )
    expect([...documented.keys()].filter((name) => !used.has(name))).toEqual([])
  })

  it('that are the base are seven, and each theme sets them all', () => {
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
  it('change variables and nothing else', () => {
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

/** `:where(.a, .b) > :is(.c)`: `:where > :is` */
const withoutArguments = (selector: string): string => {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '')
  return shorter === selector ? selector : withoutArguments(shorter)
}

/** What begins a rule: the text before each brace, without at-rules and the steps of animations. */
const selectorsOf = (css: string) =>
  [...withoutComments(css).matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !/^(@|from$|to$)/.test(selector))

const layers = /@layer tidings \{[\s\S]*?\n\}/g

describe('every rule', () => {
  const outside = sheets.filter((sheet) => !sheet.includes('themes'))

  it('weighs one class: it wins over rules for elements, and yields to a class that comes later', () => {
    const selectors = outside.flatMap((sheet) => selectorsOf(read(sheet).replaceAll(layers, '')))
    expect(selectors.length).toBeGreaterThan(200)
    const wrong = selectors
      .flatMap((list) => withoutArguments(list).split(','))
      .map((selector) => selector.trim())
      // Nested rules take the weight of the rule around them. The anchor may be an element of the host's, without a class.
      .filter((selector) => !/^(\[class\]:where|:not:where|> )/.test(selector))
    expect(wrong).toEqual([':where'])
  })

  it('that weighs more does not match where the look is taken away', () => {
    const stays =
      /^\[class\]:where\((\.tidings-feed-list, \.tidings-preferences|\.tidings-item|\.tidings-item-link|\.tidings-panel)\):focus-visible/
    const heavy = outside
      .flatMap((sheet) => selectorsOf(read(sheet).replaceAll(layers, '')))
      .filter((selector) => /[^:]:(hover|active|focus)/.test(withoutArguments(selector)))
    expect(heavy.length).toBeGreaterThan(10)
    expect(
      heavy.filter((selector) => !selector.startsWith(':not([data-tidings-unstyled] *)') && !stays.test(selector)),
    ).toEqual([])
  })

  it('that gives a variable of the page its default is in the layer, so that every value of a page wins', () => {
    for (const sheet of sheets)
      for (const selector of selectorsOf([...read(sheet).matchAll(layers)].join('\n')))
        expect(selector, sheet).toMatch(/^(:where\()?(:root|\[data-tidings-(theme|density))/)
  })
})

describe('a color with two values', () => {
  it('is inside a condition that keeps bundlers from compiling it', () => {
    for (const sheet of sheets) {
      const unconditional = withoutComments(read(sheet))
        .replaceAll(/@supports \(color: light-dark\(#fff, #000\)\) \{[\s\S]*?\n {2}\}/g, '')
        .replaceAll('@supports not (color: light-dark(#fff, #000))', '')
      expect(unconditional, sheet).not.toContain('light-dark(')
    }
  })
})
