'use client'
import { forwardRef, useEffect, useState } from 'react'
import type { Undo } from '../../state/outbox/undoableMarks.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { Notice, type NoticeProps } from '../feedback/Notice.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'

export interface UndoNoticeProps extends Omit<NoticeProps, 'text' | 'action' | 'onAction' | 'onDismiss' | 'failed'> {
  /** How many messages were marked. */
  count: number
  /** What the button does: `undo` of `useMarkAll()`. */
  undo: Undo
  /** The notice has had its time, or was used. */
  onDone: () => void
}

/** How long a mark can be taken back, in milliseconds: long enough to notice the slip, and to reach the button. */
const lifetime = 10_000

/** Says that all was marked, and takes it back on request: `undo` of useMarkAll. It stays while the pointer or the focus is on it. */
export const UndoNotice = forwardRef<HTMLDivElement, UndoNoticeProps>(function UndoNotice(
  { count, undo, onDone, onPointerEnter, onPointerLeave, onFocus, onBlur, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  const [isHovered, setIsHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isHeld = isHovered || hasFocus
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onDone, lifetime)
    return () => clearTimeout(timer)
  }, [undo, onDone, isHeld])

  const takeBack = () => {
    onDone()
    // A failure is told by the notice of failed marks.
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
      onAction={takeBack}
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
