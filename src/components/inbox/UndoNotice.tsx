'use client'
import { forwardRef, useEffect, useState } from 'react'
import type { Undo } from '../../state/outbox/undoableMarks.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { Notice, type NoticeProps } from '../feedback/Notice.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface UndoNoticeProps extends Omit<NoticeProps, 'text' | 'action' | 'onAction' | 'onDismiss' | 'failed'> {
  /** Number of notifications that were marked. */
  count: number
  /** Reverts the mark: `undo` of `useMarkAll()`. */
  undo: Undo
  /** Called when the notice was used or closed, or its time is over. Remove it. */
  onDone: () => void
}

/** How long the notice shows, in milliseconds: long enough to notice a slip and to reach the button. */
const lifetime = 10_000

/**
 * Shows the number of marked notifications for 10 seconds, with "Undo". It stays while the pointer or the focus is on
 * it.
 */
export const UndoNotice = forwardRef<HTMLDivElement, UndoNoticeProps>(function UndoNotice(
  { count, undo, onDone, onPointerEnter, onPointerLeave, onFocus, onBlur, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  const [isHovered, setIsHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isPaused = isHovered || hasFocus
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(onDone, lifetime)
    return () => clearTimeout(timer)
  }, [undo, onDone, isPaused])

  const revert = () => {
    onDone()
    // FailedMarksNotice shows a failure.
    undo().then(
      () => announce(labels.undone),
      () => undefined,
    )
  }
  return (
    <Notice
      {...rest}
      ref={ref}
      text={labels.markedAll(count, formatCount(count, locale))}
      action={labels.undo}
      onAction={revert}
      onDismiss={onDone}
      onPointerEnter={(event) => {
        setIsHovered(true)
        onPointerEnter?.(event)
      }}
      onPointerLeave={(event) => {
        setIsHovered(false)
        onPointerLeave?.(event)
      }}
      onFocus={(event) => {
        setHasFocus(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setHasFocus(false)
        onBlur?.(event)
      }}
    />
  )
})
