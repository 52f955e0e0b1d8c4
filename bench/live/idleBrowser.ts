import '../browser.ts'
import { serveParent } from '../processes/child.ts'

// The inbox listens to the window.
for (const name of ['addEventListener', 'removeEventListener'] as const)
  Object.defineProperty(globalThis, name, { value: window[name].bind(window) })

// Imported after the fake browser, because React detects a browser while it loads.
const { runIdleTabs } = await import('./idleTabs.tsx')

const functions = { run: runIdleTabs }

/** A browser with several tabs, in which time passes quickly. */
export type IdleBrowser = typeof functions

serveParent(functions)
