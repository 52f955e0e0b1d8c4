'use client'
import { forwardRef, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import type { Undo } from '../../state/intents/undo.ts'
import { createStore } from '../../state/model/createStore.ts'
import { listen } from '../../state/model/listen.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { shortcutOf } from '../base/shortcuts.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useShortcuts } from '../base/useShortcuts.ts'
import { useAnnounce, useAnnouncement } from '../feedback/Announcer.tsx'
import { Notice, type NoticeProps } from '../feedback/Notice.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface UndoNoticeProps extends Omit<NoticeProps, 'text' | 'action' | 'onAction' | 'onDismiss' | 'failed'> {
  /** How the notifications were marked. Default "read". */
  verb?: 'read' | 'unread'
  /** Number of notifications that were marked. */
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

/** Shows what was marked for 10 seconds, with "Undo". It stays while the pointer or the focus is on it. */
export const UndoNotice = forwardRef<HTMLDivElement, UndoNoticeProps>(function UndoNotice(
  { verb = 'read', count, undo, onDone, shortcuts = true, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  /** Whether the pointer is on it, plus whether the focus is. */
  const [holds, setHolds] = useState(0)
  const marked = verb === 'unread' ? labels.markedUnread : labels.markedAll(count, formatCount(count, locale))
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
  // Notice announces another text. The next mark may have the same one.
  useAnnouncement(text, undo)

  const latest = useLatest(() => {
    onDone()
    // FailedMarksNotice shows a failure.
    undo().then(
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
  return <Notice {...rest} ref={forkedRef} text={text} action={labels.undo} onAction={revert} onDismiss={onDone} />
})

/** A mark that the reader can undo. */
type LastMark = Pick<UndoNoticeProps, 'verb' | 'count' | 'undo'>

/** The reader's last mark in an inbox, for its notice. Undefined: there is none, or it can't be undone. */
export const lastMarkOf = /* @__PURE__ */ memoizeByOwner(() => createStore<LastMark | undefined>(undefined))

/** The notice of the reader's last mark. A component of its own, so that a mark does not render the panel. */
export const LastMarkNotice = ({ shortcuts }: { shortcuts: boolean }) => {
  const { store } = useInbox()
  const { subscribe, getState, setState } = lastMarkOf(store)
  const mark = useSyncExternalStore(subscribe, getState, getState)
  const forget = useCallback(() => setState(undefined), [setState])
  // A panel that opens again has no notice of an earlier mark.
  useEffect(() => forget, [forget])
  return mark && <UndoNotice {...mark} onDone={forget} shortcuts={shortcuts} />
}
