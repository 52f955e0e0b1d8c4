'use client'
import { forwardRef, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { Triage } from '../../state/intents/triageMessages.ts'
import type { Undo } from '../../state/intents/undo.ts'
import { createStore } from '../../state/model/createStore.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { shortcutOf, shortcuts as keys } from '../base/shortcuts.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useShortcuts } from '../base/useShortcuts.ts'
import { useAnnounce, useAnnouncement } from '../feedback/Announcer.tsx'
import { Notice, type NoticeProps } from '../feedback/Notice.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface UndoNoticeProps extends Omit<
  NoticeProps,
  'text' | 'announcement' | 'action' | 'onAction' | 'onDismiss' | 'failed'
> {
  /** What was done with the notifications. Default "read". */
  verb?: 'read' | 'unread' | Triage['action']
  /** With the verb "snooze", the formatted time of the return, such as "Mon 09:00". */
  until?: string | undefined
  /** The title of the only notification. With it, the notice is announced as a sentence. */
  title?: string | undefined
  /** Number of notifications that were changed. */
  count: number
  /**
   * Reverts the mark: `undo` of `useMarkAs()` or `useMarkAll()`. If its `count` is less than that of the notice, the
   * text says how many it restores.
   */
  undo: (() => Promise<void>) & Partial<Pick<Undo, 'count'>>
  /** Called when the notice was used or closed, or its time is over. Remove it. */
  onDone: () => void
  /** Whether "z" in the panel around the notice reverts the mark. Default true. */
  shortcuts?: boolean
}

/** How long the notice shows, in milliseconds: long enough to notice a slip and to reach the button. */
const lifetime = 10_000

/** Shows what was done for 10 seconds, with "Undo". It stays while the pointer or the focus is on it. */
export const UndoNotice = forwardRef<HTMLDivElement, UndoNoticeProps>(function UndoNotice(
  { verb = 'read', until = '', title, count, undo, onDone, shortcuts = true, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  /** Whether the pointer is on it, plus whether the focus is. */
  const [holds, setHolds] = useState(0)
  const number = formatCount(count, locale)
  const texts: Record<typeof verb, () => string> = {
    read: () => labels.markedAll(count, number),
    unread: () => labels.markedUnread,
    archive: () => labels.archivedAll(count, number),
    unarchive: () => labels.movedToInbox,
    snooze: () => labels.snoozedUntil(until),
    unsnooze: () => labels.returnedToInbox,
    delete: () => labels.deleted,
  }
  const marked = texts[verb]()
  const { count: restored = count } = undo
  const text = restored < count ? `${marked} ${labels.undoRestores(restored, formatCount(restored, locale))}` : marked

  useEffect(() => {
    const hold = ({ type }: Event) => setHolds((before) => before + (/enter|in$/.test(type) ? 1 : -1))
    return listen(ref.current, 'pointerenter pointerleave focusin focusout', hold)
  }, [])
  useEffect(() => {
    if (holds) return undefined
    const timer = setTimeout(onDone, lifetime)
    return () => clearTimeout(timer)
  }, [undo, onDone, holds])
  const sentence = title && [labels.triaged(marked, title), shortcuts && labels.undoWithKey(keys.undo[0])]
  const announcement = sentence ? sentence.filter(Boolean).join(' ') : text
  // Notice announces another text. The next mark may have the same one.
  useAnnouncement(announcement, undo)

  const latest = useLatest(() => {
    // First, since a deletion is sent when its notice is over.
    const undoing = undo()
    onDone()
    // FailedMarksNotice shows a failure.
    undoing.then(
      () => announce(labels.undone),
      () => undefined,
    )
  })
  // The same function for each mark, so that the next mark does not render the notice again.
  const revert = useCallback(() => latest.current(), [latest])
  useShortcuts(ref, shortcuts, (event) => {
    const isUndo = shortcutOf(event) === 'undo' && !event.repeat
    if (isUndo) revert()
    return isUndo
  })
  return (
    <Notice
      {...rest}
      ref={forkedRef}
      text={text}
      announcement={announcement}
      action={labels.undo}
      onAction={revert}
      onDismiss={onDone}
    />
  )
})

/** What the user has done last, and can undo. */
export interface LastMark extends Pick<UndoNoticeProps, 'verb' | 'until' | 'title' | 'count' | 'undo'> {
  /** Called when it can't be undone any more. */
  done?: () => void
}

/** The user's last mark in an inbox, for its notice. Undefined: there is none, or it can't be undone. */
const lastMarkOf = /* @__PURE__ */ memoizeByOwner(() => createStore<LastMark | undefined>(undefined))

/**
 * Shows the notice of what the user has done last, in place of the one before.
 * @returns removes it, unless there is another one by then.
 */
export const showUndo = (store: InboxStore, mark: LastMark | undefined): (() => void) => {
  const last = lastMarkOf(store)
  const before = last.getState()
  last.setState(mark)
  before?.done?.()
  return () => {
    if (last.getState() === mark) last.setState(undefined)
  }
}

/** The notice of the user's last mark. A component of its own, so that a mark does not render the panel. */
export const LastMarkNotice = ({ shortcuts }: { shortcuts: boolean }) => {
  const { store } = useInbox()
  const { subscribe, getState } = lastMarkOf(store)
  const mark = useSyncExternalStore(subscribe, getState, getState)
  const forget = useCallback(() => void showUndo(store, undefined), [store])
  useEffect(() => {
    // The end of the browser page sends a deletion. The back/forward cache may bring the page back.
    const stop = listen(window, 'pagehide', forget)
    // A panel that opens again has no notice of an earlier mark.
    return joinStops(stop, forget)
  }, [forget])
  if (!mark) return null
  const { done: _done, ...shown } = mark
  return <UndoNotice {...shown} onDone={forget} shortcuts={shortcuts} />
}
