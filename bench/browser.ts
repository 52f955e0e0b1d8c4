import { JSDOM } from 'jsdom'

/**
 * Makes Node look like a browser to React. Import this first: React checks while it loads, and readers run the
 * production build.
 */
process.env.NODE_ENV = 'production'

const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://bench.test/', pretendToBeVisual: true })

const names = [
  'window',
  'document',
  'location',
  'HTMLElement',
  'Element',
  'Node',
  'getComputedStyle',
  'getSelection',
] as const
for (const name of names)
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true })
