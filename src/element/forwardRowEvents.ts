import { isElement } from '../components/base/focus.ts'
import { pressedKey } from '../components/base/pressedKey.ts'
import { rove } from '../components/feed/useFeedKeys.ts'
import { isOnRow } from '../components/item/NotificationItem.tsx'
import { hasSelection } from '../components/item/NotificationLink.tsx'
import { memoizeByOwner } from '../state/model/memoizeByOwner.ts'

/** The slot of each row has a name of its own, which starts with this. */
export const rowSlotPrefix = 'tidings-row-'

export const rowOf = (container: Element) => container.assignedSlot?.closest<HTMLElement>('[role="article"]')

/**
 * Repeats events of what the page rendered into a row on the row's slot, once per element. The components look for an
 * event's target inside the shadow root, and the page's elements are outside. The repeated event stays inside the
 * shadow root, so that the page does not handle it twice.
 */
export const forwardRowEvents = memoizeByOwner((host: HTMLElement): true => {
  const forward = (event: Event) => {
    const { target, type } = event
    // Events of other types have none of these, and their constructors ignore them.
    const { ctrlKey, metaKey, shiftKey, key, code, repeat } = event as KeyboardEvent
    for (const container of host.querySelectorAll(`:scope > [slot^=${rowSlotPrefix}]`)) {
      // Tab leaves each row, except the current one.
      if (key === 'Tab') rove(container, rowOf(container)?.tabIndex === 0)
      if (!isElement(target) || !container.contains(target) || event.defaultPrevented) continue
      const isForRow =
        type === 'click'
          ? isOnRow(target, container) && !hasSelection(container)
          : // Not a key of a text field.
            type === 'focusin' || pressedKey(event as KeyboardEvent)
      const Copy = event.constructor as typeof KeyboardEvent
      const copy = new Copy(type, { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, key, code, repeat })
      if (isForRow && container.assignedSlot?.dispatchEvent(copy) === false) event.preventDefault()
    }
  }
  // The focus after the original event, for which the list finds no row.
  for (const type of ['click', 'keydown', 'focusin']) host.addEventListener(type, forward)
  return true
})
