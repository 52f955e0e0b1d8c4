const list = () => {
  const feed = document.querySelector('.tidings-feed')
  if (!feed) throw new Error('The page has no list.')
  return feed
}
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
const afterPaint = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve())
    port1.start()
    port2.postMessage(undefined)
  })
const rest = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

const scrollTime = 2000
const frameTime = 1000 / 60

/** Scrolls from top to end, in each frame in proportion to the elapsed time. `look` is called after each paint. */
const scrollThrough = async (look: (now: number) => void) => {
  const feed = list()
  feed.scrollTop = 0
  await rest(300)
  const start = await nextFrame()
  for (let progress = 0; progress < 1;) {
    const now = await nextFrame()
    progress = Math.min(1, (now - start) / scrollTime)
    feed.scrollTop = progress * (feed.scrollHeight - feed.clientHeight)
    await afterPaint()
    look(now)
  }
  feed.scrollTop = 0
  await rest(500)
}

/** The measurements that the benchmark calls. They run in the page, so that they contain no communication. */
export const probes = {
  /** Number of elements in the list. */
  elements: (): number => document.querySelectorAll('.tidings-feed, .tidings-feed *').length,

  /**
   * Scrolls the list from its top to its end in two seconds.
   * @returns the number of dropped frames.
   */
  scroll: async (): Promise<number> => {
    let [dropped, before] = [0, Number.NaN]
    await scrollThrough((now) => {
      if (now > before) dropped += Math.max(0, Math.round((now - before) / frameTime) - 1)
      before = now
    })
    return dropped
  },

  /**
   * Scrolls again.
   * @returns the share of the frames without a row in the middle of the view, from 0 to 1.
   */
  blank: async (): Promise<number> => {
    const view = list().getBoundingClientRect()
    let [blank, frames] = [0, 0]
    await scrollThrough(() => {
      frames++
      const middle = document.elementFromPoint(view.left + view.width / 2, view.top + view.height / 2)
      if (!middle?.closest('.tidings-item')) blank++
    })
    return blank / frames
  },

  /** Milliseconds from a click until the paint of the first frame in which no element matches `gone`. */
  click: async (button: string, gone: string): Promise<number> => {
    const target = document.querySelector<HTMLElement>(button)
    if (!target) throw new Error(`No element matches ${button}.`)
    await rest(50)
    const start = performance.now()
    target.click()
    do await nextFrame()
    while (document.querySelector(gone))
    await afterPaint()
    return performance.now() - start
  },
}

declare global {
  interface Window {
    probes: typeof probes
  }
}
