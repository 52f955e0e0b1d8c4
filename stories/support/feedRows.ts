/** The list in a story, and its rendered rows. */
export const feedOf = (canvasElement: HTMLElement): HTMLElement => {
  const feed = canvasElement.querySelector<HTMLElement>('.tidings-feed')
  if (!feed) throw new Error('There is no feed.')
  return feed
}
export const rowsOf = (feed: Element): HTMLElement[] => [...feed.querySelectorAll<HTMLElement>('[role="article"]')]

export const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)

/** The place of a list, and of its rendered rows on the screen. */
const placesIn = (feed: Element): string =>
  JSON.stringify([
    feed.scrollTop,
    ...rowsOf(feed).map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return [row.dataset.id, top, height]
    }),
  ])

/** A list that changes in so many frames never comes to rest. */
const mostFrames = 600

/**
 * Waits until a list has rendered, measured and placed its rows: two frames in succession change nothing. Between a
 * report of a ResizeObserver and the render that follows it is one frame.
 */
export const untilStill = async (feed: Element): Promise<void> => {
  let places = ''
  for (let frame = 0, unchanged = 0; unchanged < 2; frame++) {
    if (frame === mostFrames) throw new Error(`The list still changes after ${frame} frames. Its places: ${places}`)
    await nextFrame()
    const last = places
    places = placesIn(feed)
    unchanged = places === last ? unchanged + 1 : 0
  }
}

/** Ends scrolling, as a list does 150 ms after the last event. */
let end: (() => void) | undefined

/** For `beforeEach`: a list that is scrolled goes on scrolling until `endScrolling`, however slow the machine is. */
export const holdScrolling = (): (() => void) => {
  end = undefined
  const { setTimeout } = window
  window.setTimeout = ((task: () => void, delay?: number, ...rest: unknown[]) => {
    if (delay !== 150) return setTimeout(task, delay, ...rest)
    end = task
    return -1
  }) as typeof setTimeout
  return () => {
    window.setTimeout = setTimeout
  }
}

export const endScrolling = (): void => {
  if (!end) throw new Error('Nothing has been scrolled.')
  end()
  end = undefined
}

/** Resolves after the paint of the present frame. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(undefined)
  })
