declare global {
  interface Window {
    /** Times of the paints, in milliseconds since navigation. */
    milestones: { firstItem?: number; allLoaded?: number }
  }
}

window.milestones = {}

/** Records the time of the next paint, once per milestone. */
export const noteShown = (loaded: number, count: number) => {
  const note = (name: 'firstItem' | 'allLoaded') => {
    if (window.milestones[name] !== undefined) return
    window.milestones[name] = Number.NaN
    requestAnimationFrame(() => setTimeout(() => (window.milestones[name] = performance.now())))
  }
  if (loaded > 0) note('firstItem')
  if (loaded >= count) note('allLoaded')
}
