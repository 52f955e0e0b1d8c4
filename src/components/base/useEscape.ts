import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { joinStops, listen } from '../../state/model/listen.ts'
import { isElsewhere } from './focus.ts'
import { isKeyPress } from './isKeyPress.ts'

/**
 * Makes an element a level that Escape leaves. The innermost level goes back: the key must not reach the ones around
 * it, a dialog of the app or the browser. An element inside, or an input method, may handle the key first.
 * @param goBack undefined while there is nothing to go back from.
 * @returns a handler of `keydown` for the element.
 */
export const useEscape = (
  ref: RefObject<HTMLElement | null>,
  goBack: (() => void) | undefined,
): ((event: KeyboardEvent<HTMLElement>) => void) => {
  const isLevel = goBack !== undefined
  useEffect(() => {
    const element = ref.current
    if (!isLevel || !element) return undefined
    // A dialog of Radix gets the key before its content: it listens on the document, in the capture phase. It ignores
    // a key that was handled. So the event says that it was, until it reaches the level.
    const claim = (event: Event) => {
      if (isKeyPress(event) && event.key === 'Escape' && !isElsewhere(event.composedPath()[0] ?? null, element))
        Object.defineProperty(event, 'defaultPrevented', { value: true, configurable: true })
    }
    const release = (event: Event) => Reflect.deleteProperty(event, 'defaultPrevented')
    return joinStops(
      listen(element.ownerDocument.defaultView, 'keydown', claim, true),
      listen(element, 'keydown', release, true),
    )
  }, [ref, isLevel])
  return (event) => {
    if (!goBack || event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (isElsewhere(event.target, event.currentTarget)) return
    event.preventDefault()
    event.stopPropagation()
    goBack()
  }
}
