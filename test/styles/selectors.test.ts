import { readdirSync, readFileSync } from 'node:fs'
import { type Selector, type SelectorComponent, transform } from 'lightningcss'
import { describe, expect, it } from 'vitest'

interface Rule {
  selectors: Selector[]
  /** Its first line. */
  line: string
}

/** The rules of a style sheet, without keyframes. */
const rulesOf = (sheet: string, css: string): Rule[] => {
  const rules: Rule[] = []
  transform({
    filename: sheet,
    code: Buffer.from(css),
    visitor: {
      Rule: {
        style: ({ value: { selectors, loc } }) => {
          rules.push({ selectors, line: `${sheet}: ${css.split('\n')[loc.line]?.trim()}` })
          return undefined
        },
      },
    },
  })
  return rules
}

const sheets = readdirSync('src/styles')
  .filter((file) => file.endsWith('.css') && !file.startsWith('styles'))
  .map((file) => ({ file, css: readFileSync(`src/styles/${file}`, 'utf8') }))
const rules = sheets.flatMap(({ file, css }) => rulesOf(file, css))
/** The selectors of all rules except defaults of variables. */
const looks = sheets.flatMap(({ file, css }) =>
  rulesOf(file, css.replaceAll(/@layer tidings \{[\s\S]*?\n\}/g, '')).flatMap(({ selectors }) => selectors),
)

/** Adds up the components of a selector that count for its specificity. */
const sumOf = (selector: Selector, valueOf: (component: SelectorComponent) => number): number =>
  selector.reduce((sum, component) => {
    if (component.type !== 'pseudo-class' || component.kind === 'where') return sum + valueOf(component)
    if (component.kind === 'is' || component.kind === 'not' || component.kind === 'has')
      return sum + Math.max(...component.selectors.map((argument) => sumOf(argument, valueOf)))
    return sum + valueOf(component)
  }, 0)

const specificityOf = (selector: Selector) =>
  sumOf(selector, (component) => {
    if (component.type === 'id') return 10_000
    if (component.type === 'type') return 1
    const isWhere = component.type === 'pseudo-class' && component.kind === 'where'
    return !isWhere && ['class', 'attribute', 'pseudo-class'].includes(component.type) ? 100 : 0
  })

const states = ['hover', 'active', 'focus', 'focus-visible', 'focus-within']
const statesOf = (selector: Selector) =>
  sumOf(selector, (component) => (component.type === 'pseudo-class' && states.includes(component.kind) ? 1 : 0))

/** Whether a selector begins with `:not([data-tidings-unstyled] *)`, or has it in its last `:where()`. */
const leavesOutUnstyled = (selector: Selector): boolean =>
  selector.some((component) => {
    if (component.type !== 'pseudo-class') return false
    if (component.kind === 'where') return component.selectors.every(leavesOutUnstyled)
    const [argument] = component.kind === 'not' ? component.selectors : []
    return argument?.[0]?.type === 'attribute' && argument[0].name === 'data-tidings-unstyled'
  })

describe('every rule', () => {
  it('has the specificity of one class: above element rules, below a later class. A state adds one', () => {
    expect(looks.length).toBeGreaterThan(200)
    expect(looks.filter((selector) => specificityOf(selector) !== 100 * (1 + statesOf(selector)))).toEqual([])
  })

  it('with a higher specificity does not match unstyled parts', () => {
    // For their focus.
    const stays = ['feed-list', 'preferences', 'item', 'item-link', 'panel', 'title', 'shortcuts']
    const isForFocus = ([first, second]: Selector) =>
      first?.type === 'class' &&
      stays.includes(first.name.replace('tidings-', '')) &&
      second?.type === 'pseudo-class' &&
      second.kind === 'focus-visible'
    const heavy = looks.filter((selector) => specificityOf(selector) > 100)
    expect(heavy.length).toBeGreaterThan(10)
    expect(heavy.filter((selector) => !leavesOutUnstyled(selector) && !isForFocus(selector))).toEqual([])
  })
})

/** The end of a selector, which the styled element matches. */
const subjectOf = (selector: Selector) =>
  selector.slice(selector.findLastIndex(({ type }) => type === 'combinator') + 1)

/** Whether browsers store the selector by a class or an attribute, and compare no other element with it. */
const isStored = (component: SelectorComponent): boolean => {
  if (component.type === 'attribute') return component.name !== 'class'
  if (component.type !== 'pseudo-class' || component.kind !== 'where') return component.type === 'class'
  const [only, ...others] = component.selectors
  return only !== undefined && others.length === 0 && subjectOf(only).some(isStored)
}

/** Whether an ancestor needs a class or an attribute. Browsers know those of all ancestors, and compare nothing else. */
const needsAncestor = (selector: Selector) =>
  selector.some(({ type }, index) => {
    const combinator = selector.slice(index).find((component) => component.type === 'combinator')
    return (type === 'class' || type === 'attribute') && ['child', 'descendant'].includes(combinator?.value ?? '')
  })

// An app may have thousands of elements. Rows took half of the time for their styles for rules that don't match.
it('few rules are compared with each element of the app', () => {
  const isCompared = (selector: Selector) => !subjectOf(selector).some(isStored) && !needsAncestor(selector)
  const compared = rules.filter(({ selectors }) => selectors.some(isCompared))
  expect(compared.map(({ line }) => line)).toEqual([
    // Defaults of variables.
    'forced-colors.css: :where(:root, :host) {',
    // What all parts, or all that are the same element, have in common.
    "ground.css: [class^='tidings-'],",
    "ground.css: [class*='tidings-']:where(button, [role='button'], select, input) {",
    'ground.css: :not([data-tidings-unstyled] *):where(',
    "ground.css: [class*='tidings-']:where(p, h2, h3, h4, ul) {",
    "host.css: [class*='tidings-']:where(",
    "host.css: :not([data-tidings-unstyled] *):where(button, a):where([class*='tidings-']):focus:not(:focus-visible) {",
    'variables.css: :where(:root, :host) {',
    'variables.css: :where(:root, :host) {',
    'variables.css: :where(:root, :host) {',
    // The parts that derive the variables.
    'variables.css: [class]:where(',
    'variables.css: [class]:where(',
  ])
})

// Whenever a row comes or goes, a browser evaluates `:has()` of what is around again, unless what precedes it there does
// not match.
it('few rules look at rows with :has()', () => {
  const looking = rules.filter(({ selectors }) => JSON.stringify(selectors).includes('"has"'))
  expect(looking.map(({ line }) => line)).toEqual([
    'bell.css: :not([data-tidings-unstyled] *):where(.tidings-bell:has(.tidings-badge) .tidings-icon) {',
    'header.css: .tidings-header:where(:has(.tidings-back)) {',
    // Rows: only what an app arranges, what has the focus, and the end of a time.
    'item.css: .tidings-unread:where([id]):where(.tidings-item-row:not(:has(.tidings-avatar)) > *) {',
    'item.css: .tidings-item-content:where(:focus-within:has(:focus-visible)) {',
    'item.css: .tidings-time:where(:has(+ .tidings-mark)) {',
    'item.css: .tidings-item:where(:hover, :focus-within:is(:focus-visible, :has(:focus-visible)))',
    'item.css: .tidings-item:where(:focus-within:is(:focus-visible, :has(:focus-visible))) :where(.tidings-mark) {',
    // In a low window.
    'layouts.css: .tidings-panel:where(:not(:has(> .tidings-inbox))) {',
    'page.css: .tidings-page:where(:not(:has(> .tidings-inbox))) {',
    // Beside the list, not around it.
    'panel.css: :where(.tidings-notices:has(> .tidings-notice)) ~ .tidings-feed {',
    'panel.css: :where(.tidings-notices:has(> .tidings-notice)) ~ .tidings-feed :where(.tidings-feed-content) {',
    'panel.css: :where(.tidings-notices:has(> .tidings-offline)) ~ .tidings-feed :where(.tidings-feed-content),',
  ])
})
