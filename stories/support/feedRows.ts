/** The list in a story, and its rendered rows. */
export const feedOf = (canvasElement: HTMLElement): HTMLElement => {
  const feed = canvasElement.querySelector<HTMLElement>('.tidings-feed')
  if (!feed) throw new Error('There is no feed.')
  return feed
}
export const rowsOf = (feed: Element): HTMLElement[] => [...feed.querySelectorAll<HTMLElement>('[role="article"]')]

/** Waits for some frames. */
export const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

/** Resolves after the paint of the present frame. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(undefined)
  })
