import type { Parameters } from '@storybook/react-vite'
import axe from 'axe-core'
import { afterEach, type TestContext } from 'vitest'
import { commands } from 'vitest/browser'
import { settle } from './settle.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Forces colors on the whole page of the tests, as high contrast modes do. */
    forceColors: (active: boolean) => Promise<void>
  }
}

interface Mode {
  name: string
  /** The axe rules whose result can differ in this mode. The story itself was checked with all rules. */
  rules: string[]
  /** Puts the page into the mode. Returns a function that ends it. */
  enter: () => (() => unknown) | Promise<() => unknown>
}

const root = document.documentElement

/** Third-party parts of a story: TanStack's devtools. */
const othersParts = ['.tsqd-parent-container']

/** All elements, including those in open shadow roots. */
const allIn = (tree: ParentNode): HTMLElement[] =>
  [...tree.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
    ...('style' in element ? [element] : []),
    ...(element.shadowRoot ? allIn(element.shadowRoot) : []),
  ])

/** axe uses the fill color of text, for which Chromium returns the page's value instead of the forced one. */
const fillTextAsForced = () => {
  // Invisible elements, such as the options of a closed select, have no contrast.
  const elements = allIn(document.body).filter((element) => element.checkVisibility())
  const before = elements.map((element) => element.getAttribute('style'))
  // Read all before writing, to cause one layout instead of one per element.
  const colors = elements.map((element) => getComputedStyle(element).color)
  elements.forEach((element, index) => element.style.setProperty('-webkit-text-fill-color', colors[index] ?? ''))
  return () =>
    elements.forEach((element, index) => {
      const style = before[index]
      if (typeof style === 'string') element.setAttribute('style', style)
      else element.removeAttribute('style')
    })
}

const modes: Mode[] = [
  {
    name: 'the other theme and direction',
    rules: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
    enter: () => {
      const { dataset } = root
      // An inbox states the direction of its language.
      const directed = [root, ...allIn(document.body).filter(({ lang, dir }) => lang !== '' && dir !== 'auto')]
      const directions = directed.map(({ dir }) => dir)
      const theme = dataset.tidingsTheme
      dataset.tidingsTheme = theme === 'dark' ? 'light' : 'dark'
      for (const element of directed) element.dir = element.dir === 'rtl' ? 'ltr' : 'rtl'
      return () => {
        directed.forEach((element, index) => (element.dir = directions[index] ?? ''))
        if (theme === undefined) delete dataset.tidingsTheme
        else dataset.tidingsTheme = theme
      }
    },
  },
  {
    name: 'forced colors',
    rules: ['color-contrast', 'link-in-text-block'],
    enter: async () => {
      await commands.forceColors(true)
      const unfill = fillTextAsForced()
      return async () => {
        unfill()
        await commands.forceColors(false)
      }
    },
  },
]

/** Runs axe again on the final state of a story: in dark (or light) and right-to-left, and in forced colors. */
afterEach(async ({ story }: TestContext & { story?: { parameters: Parameters } }) => {
  if (story?.parameters.a11y?.test === 'off') return
  const problems: string[] = []
  for (const { name, rules, enter } of modes) {
    const leave = await enter()
    try {
      await settle()
      const { violations } = await axe.run(
        { include: [document.body], exclude: othersParts },
        { runOnly: rules, resultTypes: ['violations'] },
      )
      for (const { id, nodes } of violations)
        for (const { target, failureSummary } of nodes)
          problems.push(`${id} in ${name}: ${target.join(' ')}\n${failureSummary}`)
    } finally {
      await leave()
    }
  }
  if (problems.length > 0) throw new Error(`axe found:\n${problems.join('\n')}`)
})
