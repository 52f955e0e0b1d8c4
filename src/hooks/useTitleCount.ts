'use client'

import { useMemo } from 'react'
import type { FeedFilter } from '../state/feedFilter.ts'
import { documentTitle } from './documentTitle.ts'
import { useLatest } from './useLatest.ts'
import { usePageCount } from './usePageCount.ts'

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
  usePageCount(documentTitle, look, filter)
}
