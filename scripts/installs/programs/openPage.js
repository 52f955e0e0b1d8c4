// Defines the globals of a jsdom page in this process. Import it before React, which checks for a document when it
// loads.
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

/** Polls until a condition on the page is true. */
export const until = async (what, isSo) => {
  const end = Date.now() + 20_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`In 20 s the page did not show "${what}": ${document.body.textContent}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
