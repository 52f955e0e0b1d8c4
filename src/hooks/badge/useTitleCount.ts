'use client'
import { useMemo } from 'react'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { useLatest } from '../utils/useLatest.ts'
import { createBadgeTotal, useBadgeTotal } from './badgeTotal.ts'

/** How a count is written in the title, such as "99+". */
interface TitleLook {
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
const documentTitle = createBadgeTotal<TitleLook>((total, look) => {
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

/** What `useTitleCount` counts, and how it writes it. */
export interface TitleCountOptions {
  /** Which notifications. Default: the unseen ones, as the bell counts them. */
  filter?: FeedFilter | undefined
  /** Writes the number. Default: up to 99, then "99+". */
  format?: ((count: number) => string) | undefined
}

const upTo99 = (count: number) => (count > 99 ? '99+' : String(count))

/**
 * Puts the count in front of the document's title: "(3) Orders". The title stays the host's: it may change at any time, and
 * is as it was once there is nothing to count. Several inboxes of a page are counted together.
 * @throws SetupError outside an InboxProvider.
 */
export const useTitleCount = ({ filter, format }: TitleCountOptions = {}): void => {
  const latest = useLatest(format)
  const look = useMemo(() => ({ format: (count: number) => (latest.current ?? upTo99)(count) }), [latest])
  useBadgeTotal(documentTitle, look, filter)
}
