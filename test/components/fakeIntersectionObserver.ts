import { vi } from 'vitest'

/** How much of an element is in view. */
export interface View {
  /** Height of the element, in pixels. */
  height: number
  /** How many of them can be seen. */
  visible: number
  /** Height of the screen. Default 800. */
  screen?: number
}

const rect = (height: number): DOMRectReadOnly => ({
  x: 0,
  y: 0,
  top: 0,
  left: 0,
  bottom: height,
  right: 100,
  width: 100,
  height,
  toJSON: () => ({}),
})

/** Stands in for the browser's: jsdom has no layout. The test says what is in view. */
export const installIntersectionObserver = () => {
  const observers = new Set<FakeObserver>()

  class FakeObserver {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    /** What is watched, and what was told about it last. */
    readonly targets = new Map<Element, string>()
    readonly #callback: IntersectionObserverCallback
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback
      observers.add(this)
    }
    observe(target: Element) {
      this.targets.set(target, '')
    }
    unobserve(target: Element) {
      this.targets.delete(target)
    }
    disconnect() {
      this.targets.clear()
      observers.delete(this)
    }
    takeRecords() {
      return []
    }
    report(target: Element, view: View) {
      // The browser's speaks up on a change, and once about whatever it begins to watch.
      const told = JSON.stringify(view)
      if (this.targets.get(target) === told) return
      this.targets.set(target, told)
      const { height, visible, screen = 800 } = view
      const entry: IntersectionObserverEntry = {
        target,
        time: 0,
        isIntersecting: visible > 0,
        intersectionRatio: visible / height,
        boundingClientRect: rect(height),
        intersectionRect: rect(visible),
        rootBounds: rect(screen),
      }
      this.#callback([entry], this)
    }
  }

  vi.stubGlobal('IntersectionObserver', FakeObserver)
  return {
    /** How many observers are at work. */
    count: () => observers.size,
    isWatched: (target: Element) => [...observers].some(({ targets }) => targets.has(target)),
    /** Tells whoever watches an element how much of it is in view now. */
    show: (target: Element, view: View) => {
      for (const observer of observers) if (observer.targets.has(target)) observer.report(target, view)
    },
  }
}
