import axe from 'axe-core'
import { afterEach } from 'vitest'
import { commands } from 'vitest/browser'

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

/** Every element, those in open shadow roots too. */
const allIn = (tree: ParentNode): HTMLElement[] =>
  [...tree.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
    ...('style' in element ? [element] : []),
    ...(element.shadowRoot ? allIn(element.shadowRoot) : []),
  ])

/** axe goes by the fill colour of text, of which Chromium still gives what the page asked for. */
const fillTextAsForced = () => {
  const elements = allIn(document.body)
  const before = elements.map((element) => element.getAttribute('style'))
  for (const element of elements) element.style.setProperty('-webkit-text-fill-color', getComputedStyle(element).color)
  return () =>
    elements.forEach((element, index) => {
      const style = before[index]
      if (typeof style === 'string') element.setAttribute('style', style)
      else element.removeAttribute('style')
    })
}

const modes: Mode[] = [
  {
    name: 'the other colours',
    rules: ['color-contrast', 'link-in-text-block'],
    enter: () => {
      const before = root.dataset.tidingsTheme
      root.dataset.tidingsTheme = before === 'dark' ? 'light' : 'dark'
      return () => {
        if (before === undefined) delete root.dataset.tidingsTheme
        else root.dataset.tidingsTheme = before
      }
    },
  },
  {
    name: 'the other direction',
    rules: ['target-size', 'scrollable-region-focusable'],
    enter: () => {
      const before = root.dir
      root.dir = before === 'rtl' ? 'ltr' : 'rtl'
      return () => {
        root.dir = before
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

/** What moves in, or fades, has another contrast on its way. */
const settled = () =>
  Promise.all(
    [document, ...allIn(document.body).flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      .flatMap((tree) => tree.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  )

/** Asks axe once more about what a story ended with: in dark (or light), right-to-left, and forced colours. */
afterEach(async () => {
  const problems: string[] = []
  for (const { name, rules, enter } of modes) {
    const leave = await enter()
    try {
      await settled()
      const { violations } = await axe.run(document.body, { runOnly: rules, resultTypes: ['violations'] })
      for (const { id, nodes } of violations)
        for (const { target, failureSummary } of nodes)
          problems.push(`${id} in ${name}: ${target.join(' ')}\n${failureSummary}`)
    } finally {
      await leave()
    }
  }
  if (problems.length > 0) throw new Error(`axe found:\n${problems.join('\n')}`)
})
