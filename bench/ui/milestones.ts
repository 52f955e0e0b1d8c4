declare global {
  interface Window {
    /** When it was painted, in milliseconds since the page was asked for. */
    milestones: { firstItem?: number; allLoaded?: number }
  }
}

window.milestones = {}

/** Notes what the next frame shows, once. */
export const noteShown = (loaded: number, count: number) => {
  const note = (name: 'firstItem' | 'allLoaded') => {
    if (window.milestones[name] !== undefined) return
    window.milestones[name] = Number.NaN
    requestAnimationFrame(() => setTimeout(() => (window.milestones[name] = performance.now())))
  }
  if (loaded > 0) note('firstItem')
  if (loaded >= count) note('allLoaded')
}
