import { createPageCount } from './pageCount.ts'

/** How a count is written in the title, such as "99+". */
export interface TitleLook {
  format: (count: number) => string
}

const read = () => document.head.querySelector('title')?.textContent ?? ''

/** The host's own title, as it was before we wrote it anew. */
let own = ''
/** The whole title as we wrote it. Empty: we did not. */
let written = ''
let mark = ''
let observer: MutationObserver | undefined

/** Puts the mark in front of the host's title, whatever that is by now. */
const write = () => {
  const current = read()
  // Others may have put something around ours.
  const isOurs = written !== '' && current.includes(written)
  if (!isOurs) own = current
  const next = mark && own ? `${mark} ${own}` : mark || own
  const whole = isOurs ? current.replace(written, () => next) : next
  written = mark && next
  if (whole !== current) document.title = whole
}

/** A router that changes the title writes it without the mark. */
const onChange = () => {
  if (!read().includes(written)) write()
}

/** The count in front of the document's title: "(3) Orders". */
export const documentTitle = createPageCount<TitleLook>((total, look) => {
  mark = total > 0 && look ? `(${look.format(total)})` : ''
  if (mark || written) write()
  if (mark && !observer) {
    observer = new MutationObserver(onChange)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  }
  if (mark || !observer) return
  observer.disconnect()
  observer = undefined
})
