import { isElement } from '../components/base/focus.ts'

/** The parts that a page can style with `tidings-inbox::part(…)`: elements with the class `tidings-…`. */
export const partNames = [
  'bell',
  'badge',
  'panel',
  'header',
  'title',
  'tabs',
  'tab',
  'feed',
  'item',
  'item-title',
  'item-content',
  'avatar',
  'time',
  'mark',
  'menu',
  'cta',
  'button',
  'group',
  'divider',
  'arrivals',
  'notice',
  'empty',
  'error',
  'preferences',
  'schedule',
] as const

/** The states of the bell and of rows. Each is another part: no attribute selector is allowed after `::part()`. */
export const stateParts = ['open', 'unread', 'unseen', 'new'] as const

const partSelector = partNames.map((name) => `.tidings-${name}`).join()

const name = (element: Element) => {
  const part = [
    ...partNames.filter((each) => element.classList.contains(`tidings-${each}`)),
    ...stateParts.filter((state) => element.hasAttribute(`data-${state}`)),
  ].join(' ')
  if (element.getAttribute('part') !== part) element.setAttribute('part', part)
}

const nameWithin = (root: Element) => {
  if (root.matches(partSelector)) name(root)
  root.querySelectorAll(partSelector).forEach(name)
}

/**
 * Sets the part names of elements in a shadow root, now and when elements are added. The components do not: without a
 * shadow root, pages style classes.
 */
export const exposeParts = (root: ShadowRoot): void => {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) if (isElement(node)) nameWithin(node)
      // Its attributes may have changed.
      if (isElement(target) && target.matches(partSelector)) name(target)
    }
  })
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', ...stateParts.map((state) => `data-${state}`)],
  })
}
