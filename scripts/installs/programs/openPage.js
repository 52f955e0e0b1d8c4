// Makes a page of jsdom the globals of this process. It comes before React, which looks for a page when it is loaded.
const { JSDOM } = await import(process.env.JSDOM)
const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://app.test/', pretendToBeVisual: true })
for (const name of [
  'document',
  'navigator',
  'Node',
  'Element',
  'HTMLElement',
  'CustomEvent',
  'getComputedStyle',
  'MutationObserver',
  'localStorage',
])
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
globalThis.window = window

/** Waits until the page fits. */
export const until = async (what, isSo) => {
  const end = Date.now() + 20_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`In 20 s the page did not show "${what}": ${document.body.textContent}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
