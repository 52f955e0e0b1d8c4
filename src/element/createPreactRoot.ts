import { type ComponentChild, options, render } from 'preact'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'

/** Whether Preact is changing the DOM. */
let isRendering = false

const whileRendering = (work: () => void) => {
  isRendering = true
  try {
    work()
  } finally {
    isRendering = false
  }
}

// By default Preact calls `queueMicrotask` directly.
options.debounceRendering = (flush) => queueMicrotask(() => whileRendering(flush))

/**
 * Chromium dispatches focusout for a focused element that a script removes. React ignores it, and the components rely
 * on that: the handler would forget where the focus was before the next element can take it.
 */
const ignoreRemoval = (event: Event) => {
  if (isRendering && (event as FocusEvent).relatedTarget === null) event.stopPropagation()
}

/**
 * Replaces `createRoot` of React in the standalone build, which contains Preact: see vite.standalone.config.ts. All
 * changes of one task are rendered once, after it, as with React: a page may set several properties.
 */
export const createRoot = (shadow: ShadowRoot): Root => {
  let next: ReactNode
  let isQueued = false
  const flush = () => {
    isQueued = false
    // The alias applies to JSX too, so these are Preact's elements. TypeScript sees those of React.
    whileRendering(() => render(next as ComponentChild, shadow))
  }
  shadow.addEventListener('focusout', ignoreRemoval, { capture: true })
  return {
    render: (node) => {
      next = node
      if (!isQueued) queueMicrotask(flush)
      isQueued = true
    },
    unmount: () => {
      next = null
      flush()
    },
  }
}
