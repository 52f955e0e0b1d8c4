import { type ComponentChild, h, options, render } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'

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
  let setContent: ((node: ReactNode) => void) | undefined
  const Content = () => {
    const [content, set] = useState<ReactNode>()
    useLayoutEffect(() => void (setContent = set), [])
    // The alias applies to JSX too, so these are Preact's elements. TypeScript sees those of React.
    return content as ComponentChild
  }
  shadow.addEventListener('focusout', ignoreRemoval, { capture: true })
  // Once: after a few calls of `render`, `useId` would start from zero and repeat the ids of older rows.
  whileRendering(() => render(h(Content, null), shadow))
  return {
    render: (node) => setContent?.(node),
    unmount: () => whileRendering(() => render(null, shadow)),
  }
}
