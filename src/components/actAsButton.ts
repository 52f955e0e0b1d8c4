import type { KeyboardEvent } from 'react'

/** Enter and Space press a button. A link takes Enter by itself. */
const pressByKey = (event: KeyboardEvent<HTMLElement>) => {
  const element = event.currentTarget
  if (event.target !== element || event.defaultPrevented) return
  if (event.key !== ' ' && (event.key !== 'Enter' || element.hasAttribute('href'))) return
  event.preventDefault()
  if (!event.repeat) element.click()
}

/** What an element that is no `<button>` needs to be one: for those who replace a part's button by a link or a `<div>`. */
export const actAsButton = { role: 'button', tabIndex: 0, onKeyDown: pressByKey }
