import axe from 'axe-core'
import { afterEach } from 'vitest'
import { commands } from 'vitest/browser'
import { settle } from './settle.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Forced colours, as high contrast modes have them, for the whole page of the tests. */
    forceColors: (active: boolean) => Promise<void>
  }
}

interface Mode {
  name: string
  /** What can be different in it. The other rules of axe were asked with the story itself. */
  rules: string[]
  /** Puts the page into the mode, and returns what takes it out again. */
  enter: () => (() => unknown) | Promise<() => unknown>
}

const root = document.documentElement

/** What a story shows of others: TanStack's devtools. */
const othersParts = ['.tsqd-parent-container']

/** Every element, those in open shadow roots too. */
const allIn = (tree: ParentNode): HTMLElement[] =>
  [...tree.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
    ...('style' in element ? [element] : []),
    ...(element.shadowRoot ? allIn(element.shadowRoot) : []),
  ])

/** axe goes by the fill colour of text, of which Chromium still gives what the page asked for. */
const fillTextAsForced = () => {
  // What is not drawn, such as the options of a closed select, has no contrast.
  const elements = allIn(document.body).filter((element) => element.checkVisibility())
  const before = elements.map((element) => element.getAttribute('style'))
  // All is read before anything is written: one layout instead of one for each element.
  const colours = elements.map((element) => getComputedStyle(element).color)
  elements.forEach((element, index) => element.style.setProperty('-webkit-text-fill-color', colours[index] ?? ''))
  return () =>
    elements.forEach((element, index) => {
      const style = before[index]
      if (typeof style === 'string') element.setAttribute('style', style)
      else element.removeAttribute('style')
    })
}

const modes: Mode[] = [
  {
    name: 'the other colours and direction',
    rules: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
    enter: () => {
      const { dir, dataset } = root
      const theme = dataset.tidingsTheme
      dataset.tidingsTheme = theme === 'dark' ? 'light' : 'dark'
      root.dir = dir === 'rtl' ? 'ltr' : 'rtl'
      return () => {
        root.dir = dir
        if (theme === undefined) delete dataset.tidingsTheme
        else dataset.tidingsTheme = theme
      }
    },
  },
  {
    name: 'forced colours',
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

/** Asks axe once more about what a story ended with: in dark (or light) and right-to-left, and in forced colours. */
afterEach(async () => {
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
