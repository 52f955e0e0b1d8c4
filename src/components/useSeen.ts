'use client'
import { useEffect, useState } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { createSeenWatcher, type WatchSeen } from './seenWatcher.ts'
import { useLatest } from '../hooks/useLatest.ts'

/**
 * Finds out which notifications of a list were looked at: half of the row, or half of the viewport, visible for a second
 * in a visible document. It only reports; what to send, and how many at once, is for others to decide.
 *
 * @param onSeen called once for each notification.
 * @returns what a row's `watchSeen` takes; it never changes. Undefined without `onSeen`.
 */
export const useSeen = (onSeen: ((notification: InboxNotification) => void) | undefined): WatchSeen | undefined => {
  const latest = useLatest(onSeen)
  const [watcher] = useState(() => createSeenWatcher((notification) => latest.current?.(notification)))
  useEffect(() => () => watcher.close(), [watcher])
  return onSeen && watcher.watch
}
