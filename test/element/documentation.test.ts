import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Handled } from '../../src/element/events.ts'
import { partNames, stateParts } from '../../src/element/parts.ts'
import { attributeOf, settingNames, settings } from '../../src/element/settings.ts'
import { inheritVariables } from '../../src/element/variables.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const page = read('docs/element.md')

/** The text of a section. */
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
/** The first cells of a section's table, without backquotes. */
const table = (heading: string) =>
  [...section(heading).matchAll(/^\| (`.+?) \|/gm)].map(([, cells = '']) => cells.replaceAll('`', ''))
const sources = readdirSync('src/components', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => read(`src/components/${file}`))
  .join('\n')
/** All style sheets, joined as the element gets them. */
const css = readdirSync('src/styles')
  .filter((file) => file.endsWith('.css'))
  .map((file) => read(`src/styles/${file}`))
  .join('\n')

describe('docs/element.md lists', () => {
  it('each property, with its attribute', () => {
    const rows = [...section('Attributes and properties').matchAll(/^\| (?:`([a-z-]+)`|–) \| `([a-zA-Z]+)` \|/gm)].map(
      ([, attribute, property]) => [property, attribute],
    )
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(settingNames.map((name) => [name, settings[name] && attributeOf(name)])),
    )
  })

  it('each event', () => {
    const declared = [...read('src/element/events.ts').matchAll(/^ {2}'(tidings-[a-z-]+)': CustomEvent/gm)].map(
      ([, name]) => name,
    )
    expect(table('Events')).toEqual(declared)
    const handled: Handled[] = ['action', 'preference-change', 'schedule-change']
    expect(handled.filter((name) => !declared.includes(`tidings-${name}`))).toEqual([])
  })

  it('each part', () => {
    expect(table('Parts').flatMap((names) => names.split(', '))).toEqual([...partNames, ...stateParts])
  })
})

it('the parts are classes of the components', () => {
  expect(partNames.filter((name) => !new RegExp(`tidings-${name}\\b(?!-)`).test(sources))).toEqual([])
})

it('the element inherits the app’s variables: it uses each base variable with its default, and sets none', () => {
  const defining = read('src/styles/variables.css')
  const through = inheritVariables(css, defining)
  expect(css).toMatch(/^ +--tidings-radius: 0.75rem/m)
  expect(through).not.toMatch(/--tidings-(accent|radius|spacing|background): /)
  expect(through).toContain('var(--tidings-radius, 0.75rem)')
  expect(through).not.toMatch(/var\(--tidings-(accent|on-accent|danger|background|foreground|radius|spacing)\)/)
  // A theme of the element must not restore the colors of the default theme.
  expect(through).not.toMatch(/:where\([^)]*\[data-tidings-theme\]\)/)
  // The same holds for another style sheet.
  expect(inheritVariables('a { border-radius: var(--tidings-radius) }', defining)).toBe(
    'a { border-radius: var(--tidings-radius, 0.75rem) }',
  )
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(inheritVariables(onOneLine(css), onOneLine(defining))).not.toMatch(/var\(--tidings-radius\)/)
})
