import { vi } from 'vitest'

/** The visible part of an element. */
export interface View {
  /** Height of the element, in pixels. */
  height: number
  /** Visible height of the element, in pixels. */
  visible: number
  /** Height of the screen, in pixels. Default 800. */
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

/** Replaces IntersectionObserver, since jsdom has no layout. The test decides what is in view. */
export const installIntersectionObserver = () => {
  const observers = new Set<FakeObserver>()

  class FakeObserver {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    /** The observed elements, with their last reported views. */
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
      // As the browser does, report only changes, and the first view of each element.
      const current = JSON.stringify(view)
      if (this.targets.get(target) === current) return
      this.targets.set(target, current)
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
    /** Number of active observers. */
    count: () => observers.size,
    isWatched: (target: Element) => [...observers].some(({ targets }) => targets.has(target)),
    /** Reports the visible part of an element to its observers. */
    show: (target: Element, view: View) => {
      for (const observer of observers) if (observer.targets.has(target)) observer.report(target, view)
    },
  }
}
