import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unlayer } from '../../scripts/unlayer.ts'

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
/** A sheet with all that it imports. */
const readSheet = (name: string): string =>
  readFileSync(`src/styles/${name}`, 'utf8').replaceAll(/@import '(.+?)';/g, (_, file: string) => readSheet(file))
const layered = readSheet('styles.css')
const [, inLayer = '', outside = ''] = /(@layer tidings \{[\s\S]*?\n\})([\s\S]*)/.exec(withoutComments(unlayer(layered))) ?? []

/** What begins a rule: all that stands before a brace, but for the at-rules and the steps of animations. */
const selectors = (css: string) =>
  [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim()).filter((selector) => !/^(@|from$|to$)/.test(selector))

/** `:where(.a, .b) > :is(.c)`: `:where > :is` */
const withoutArguments = (selector: string): string => {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '')
  return shorter === selector ? selector : withoutArguments(shorter)
}

describe('the sheet that stands in no layer', () => {
  it('leaves what holds for the whole page in the layer, where themes can change it', () => {
    expect(selectors(inLayer).length).toBeGreaterThan(5)
    for (const selector of selectors(inLayer)) expect(selector).toMatch(/^:where\((:root|\[data-tidings-(theme|density))/)
    expect(outside).not.toContain('@layer')
    expect(outside).not.toContain('[data-tidings-unstyled]')
  })

  it('gives every other selector the weight of a class', () => {
    expect(selectors(outside).length).toBeGreaterThan(150)
    const each = selectors(outside).flatMap((list) => withoutArguments(list).split(',').map((selector) => selector.trim()))
    // Nested ones have it from around. The anchor may be an element of the host's.
    expect(each.filter((selector) => !/^(\[class\]:where|> )/.test(selector))).toEqual([':where'])
  })
})
