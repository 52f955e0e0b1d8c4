'use client'
import { useCallback } from 'react'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { useLatest } from '../utils/useLatest.ts'
import { createBadgeTotal, formatUpTo, useBadgeTotal, useGuard } from './badgeTotal.ts'

type FormatCount = (count: number) => string

const readTitle = () => document.head.querySelector('title')?.textContent ?? ''

/** The app's title, without the count. */
let appTitle = ''
/** The whole title as it was written here. Empty if it shows no count. */
let written = ''
/** The count as it is shown, such as "(3)". Empty for none. */
let prefix = ''

const writeTitle = () => {
  const current = readTitle()
  // Another script may have added text around the written title.
  const isOurs = written !== '' && current.includes(written)
  if (!isOurs) appTitle = current
  const next = prefix && appTitle ? `${prefix} ${appTitle}` : prefix || appTitle
  const whole = isOurs ? current.replace(written, () => next) : next
  written = prefix && next
  if (whole !== current) document.title = whole
}

/** A router that changes the title removes the count from it. */
const onChange = () => {
  if (!readTitle().includes(written)) writeTitle()
}

const titleCount = createBadgeTotal<FormatCount>((total, format) => {
  prefix = format ? `(${format(total)})` : ''
  if (prefix || written) writeTitle()
}, onChange)

/** Options of `useTitleCount`. */
export interface TitleCountOptions {
  /** The notifications to count, such as `{ read: false }`. Default: the unseen ones, as on the bell. */
  filter?: FeedFilter | undefined
  /** Formats the number. Default: the number up to 99, then "99+". */
  format?: ((count: number) => string) | undefined
}

const upTo99 = formatUpTo(99)

/**
 * Shows the count in front of the document's title: "(3) Orders". The app can change its title at any time, and the
 * original title returns when the count is 0. Several inboxes of a browser page share one total.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useTitleCount = ({ filter, format }: TitleCountOptions = {}): void => {
  const latest = useLatest(format)
  const guard = useGuard('useTitleCount')
  const latestFormat = useCallback(
    (count: number) => guard(() => latest.current?.(count)) ?? upTo99(count),
    [latest, guard],
  )
  useBadgeTotal(titleCount, latestFormat, filter)
}
