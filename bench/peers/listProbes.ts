import type { Contestant } from './contestant.ts'

declare global {
  interface Window {
    contestant: Contestant
    listProbes: typeof listProbes
  }
}

/** A place in the window to click at, in pixels. */
export interface Place {
  x: number
  y: number
}

const frameTime = 1000 / 60

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Resolves after the current frame has been painted, with the time. */
const afterPaint = (): Promise<number> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(performance.now()))
    port1.start()
    port2.postMessage(undefined)
  })

/** Resolves after the next frame has been painted, with the time. */
const afterNextPaint = () => nextFrame().then(afterPaint)

const rest = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

const host = () => document.querySelector<HTMLElement>('#host') ?? document.body
const rows = () => [...document.querySelectorAll(window.contestant.row)]
const unread = () => rows().filter(window.contestant.isUnread)
const indexOf = (row: Element | undefined) => Number(/#(\d+);/.exec(row?.textContent ?? '')?.[1] ?? -1)
const targetRow = () => rows().find((row) => indexOf(row) === target)
const scroller = () => {
  const found = window.contestant.scroller()
  if (!found) throw new Error('The list has no element that scrolls.')
  return found
}

/** All trees below the host: its own and the shadow trees. */
const trees = (root: Element | ShadowRoot = host()): (Element | ShadowRoot)[] => [
  root,
  ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? trees(shadowRoot) : [])),
]

const middleOf = (element: Element): Place => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Where to click on a whole row: on its text, away from its buttons. */
const textOf = (row: Element): Place => {
  const { left, top } = row.getBoundingClientRect()
  return { x: left + 60, y: top + 24 }
}

let started = 0
/** The row to mark. Not its element: some contestants replace the elements of all rows when one changes. */
let target = -1
let outcome: Promise<{ change: number; paint: number }> = Promise.reject(new Error('Nothing was clicked.'))
outcome.catch(() => undefined)

/** Waits for a state after the next click, and keeps the milliseconds until it was in the document, and painted. */
const awaitChange = (isChanged: () => boolean): void => {
  outcome = new Promise((resolve, reject) => {
    let clicked = 0
    addEventListener('click', ({ timeStamp }) => (clicked ||= timeStamp), { capture: true, once: true })
    const giveUp = setTimeout(() => reject(new Error('Nothing changed within 15 seconds.')), 15_000)
    const look = () => {
      if (!clicked || !isChanged()) return
      const changed = performance.now()
      observer.disconnect()
      clearTimeout(giveUp)
      void afterNextPaint().then((painted) => resolve({ change: changed - clicked, paint: painted - clicked }))
    }
    const observer = new MutationObserver(look)
    for (const tree of trees())
      observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  // The benchmark reads the outcome later.
  outcome.catch(() => undefined)
}

/** What the benchmark calls in the page of a contestant. */
export const listProbes = {
  /** Shows the list. Returns the milliseconds until its first row was painted. */
  show: async (): Promise<number> => {
    started = performance.now()
    window.contestant.mount(host())
    while (indexOf(rows()[0]) < 0) {
      await nextFrame()
      if (performance.now() - started > 20_000) throw new Error('No row appeared within 20 seconds.')
    }
    return (await afterNextPaint()) - started
  },

  /** Scrolls to the end until the last row is there. Returns the milliseconds since `show`. */
  loadAll: async (count: number): Promise<number> => {
    let [last, changed] = [-1, performance.now()]
    while (last < count - 1) {
      const list = scroller()
      const now = performance.now()
      if (now - started > 60_000) throw new Error(`Only ${last + 1} rows were loaded within a minute.`)
      const end = list.scrollHeight - list.clientHeight
      // Some load only when scrolling comes to rest, and others only when it moves.
      if (now - changed > 700) [list.scrollTop, changed] = [Math.max(0, end - 300), now]
      else list.scrollTop = end
      await nextFrame()
      const index = indexOf(rows().at(-1))
      if (index > last) [last, changed] = [index, now]
    }
    return (await afterNextPaint()) - started
  },

  toTop: async (): Promise<void> => {
    scroller().scrollTop = 0
    await rest(300)
  },

  elements: (): number => trees().reduce((sum, tree) => sum + tree.querySelectorAll('*').length, 0),

  /** Scrolls from top to end in two seconds. Returns how many frames were dropped, and the share without a row. */
  scroll: async (): Promise<{ dropped: number; blank: number }> => {
    const list = scroller()
    await listProbes.toTop()
    const place = middleOf(list)
    const tree = list.getRootNode() as Document | ShadowRoot
    let [frames, blank, dropped] = [0, 0, 0]
    const start = await nextFrame()
    for (let [now, progress] = [start, 0]; progress < 1;) {
      const next = await nextFrame()
      dropped += Math.max(0, Math.round((next - now) / frameTime) - 1)
      now = next
      progress = Math.min(1, (now - start) / 2000)
      list.scrollTop = progress * (list.scrollHeight - list.clientHeight)
      await afterPaint()
      frames++
      if (!tree.elementFromPoint(place.x, place.y)?.closest(window.contestant.row)) blank++
    }
    await listProbes.toTop()
    return { dropped, blank: blank / frames }
  },

  /** Scrolls an unread row into the middle. Returns a place on it. */
  aimAtUnread: async (): Promise<Place> => {
    const find = window.contestant.firstUnread ?? (() => unread()[0])
    let row = find()
    for (let step = 0; !row && step < 40; step++) {
      scroller().scrollTop += scroller().clientHeight * 0.8
      await rest(50)
      row = find()
    }
    if (!row) throw new Error('No unread row was found.')
    row.scrollIntoView({ block: 'center' })
    target = indexOf(row)
    await rest(200)
    return textOf(targetRow() ?? row)
  },

  /** The place of what opens a menu for the row, if it has one. */
  menuOfTarget: (): Place | undefined => {
    const row = targetRow()
    const menu = row && window.contestant.menu?.(row)
    return menu ? middleOf(menu) : undefined
  },

  /** The place of what marks the row as read. From then on, `changed` waits for it. */
  markOfTarget: (): Place => {
    const row = targetRow()
    const button = row && window.contestant.markButton(row)
    if (!row || !button) throw new Error('The row has nothing that marks it as read.')
    awaitChange(() => {
      const now = targetRow()
      return now !== undefined && !window.contestant.isUnread(now)
    })
    return button === row ? textOf(row) : middleOf(button)
  },

  /** The place of a step of marking all as read. From the last step on, `changed` waits for it. */
  markAllStep: (step: number): Place => {
    const { markAll } = window.contestant
    const element = markAll[step]?.()
    if (!element) throw new Error(`Step ${step} of marking all as read was not found.`)
    if (step === markAll.length - 1) awaitChange(() => unread().length === 0)
    return middleOf(element)
  },

  changed: (): Promise<{ change: number; paint: number }> => outcome,
}
