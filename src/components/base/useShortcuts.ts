import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { listen } from '../../state/model/listen.ts'
import { isElsewhere, treeOf } from './focus.ts'
import { isKeyPress } from './isKeyPress.ts'

/** Shortcuts of a part work in its whole panel or list, but not in the rest of the browser page. */
const scope = '.tidings-panel, .tidings-inbox, .tidings-feed'

const scopeOf = (element: Element) => {
  let outermost = element
  for (let around = element.closest(scope); around; around = around.parentElement?.closest(scope) ?? null)
    outermost = around
  return outermost
}

/**
 * Listens for keys while the focus is in the panel or list around an element, or else in the element itself. The
 * listener is on the document or shadow root, so that every element inside handles the key first.
 * @param onKey returns whether it handled the key.
 */
export const useShortcuts = (
  ref: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onKey: (event: KeyboardEvent) => boolean,
) => {
  const latest = useLatest(onKey)
  useEffect(() => {
    const element = ref.current
    const tree = element && treeOf(element)
    if (!isEnabled || !tree) return undefined
    const onKeyDown = (event: Event) => {
      const [target = null] = event.composedPath()
      if (!isKeyPress(event) || isElsewhere(target, scopeOf(element))) return
      if (latest.current(event)) event.preventDefault()
    }
    return listen(tree, 'keydown', onKeyDown)
  }, [ref, isEnabled, latest])
}
