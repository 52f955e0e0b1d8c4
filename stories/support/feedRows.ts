/** The list in a story, and its rows that are drawn. */
export const feedOf = (canvasElement: HTMLElement): HTMLElement => {
  const feed = canvasElement.querySelector<HTMLElement>('.tidings-feed')
  if (!feed) throw new Error('There is no feed.')
  return feed
}
export const rowsOf = (feed: Element): HTMLElement[] => [...feed.querySelectorAll<HTMLElement>('[role="article"]')]

/** Lets the browser draw some times. */
export const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}
