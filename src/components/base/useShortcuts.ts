import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { isElsewhere, treeOf } from './focus.ts'
import { isKeyPress } from './pressedKey.ts'

/** Where the keys of what stands inside work: in all of the panel, the page's own parts left alone. */
const scope = '.tidings-panel, .tidings-inbox'

const scopeOf = (element: Element) => {
  let outermost = element
  for (let around = element.closest(scope); around; around = around.parentElement?.closest(scope) ?? null)
    outermost = around
  return outermost
}

/**
 * Listens for keys while the focus is in the same panel as an element, or in the element itself where there is no panel.
 * It listens at the document, or at the shadow root: whatever is inside has had its turn with the key by then.
 * @param onKey returns whether it has used the key.
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
    tree.addEventListener('keydown', onKeyDown)
    return () => tree.removeEventListener('keydown', onKeyDown)
  }, [ref, isEnabled, latest])
}
