import { type Renders, startCounting } from '../renders.ts'

const feed = () => {
  const element = document.querySelector('.tidings-feed')
  if (!element) throw new Error('The page has no list.')
  return element
}

let records = 0
let renders: Renders | undefined
const observer = new MutationObserver((found) => {
  records += found.length
})

/** The functions that the script calls. They run in the page. */
export const probes = {
  /** Number of elements in the list, with the list itself. */
  elements: (): number => feed().querySelectorAll('*').length + 1,

  /** Starts to count changes of the DOM, and React's work. */
  start: (): void => {
    records = 0
    renders = startCounting()
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  },

  /** Returns the counts since `start`. */
  stop: () => {
    records += observer.takeRecords().length
    observer.disconnect()
    const { commits = 0, components = new Map<string, number>() } = renders ?? {}
    return { records, commits, components: [...components.values()].reduce((sum, count) => sum + count, 0) }
  },

  /** Scrolls the list by a number of views. */
  scrollBy: (views: number): void => {
    feed().scrollTop += feed().clientHeight * views
  },

  /** The id of the last row that is entirely in view. */
  lastInView: (): string | undefined => {
    const { bottom } = feed().getBoundingClientRect()
    return (
      [...document.querySelectorAll<HTMLElement>('.tidings-item')]
        .findLast((row) => row.getBoundingClientRect().bottom <= bottom + 1)
        ?.getAttribute('data-id') ?? undefined
    )
  },
}

declare global {
  interface Window {
    countProbes: typeof probes
  }
}
