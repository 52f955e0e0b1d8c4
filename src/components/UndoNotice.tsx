'use client'
import { useEffect } from 'react'
import type { Undo } from '../state/undoableMarks.ts'
import { useAnnounce } from './Announcer.tsx'
import { CrossIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'

export interface UndoNoticeProps {
  /** How many messages were marked. */
  count: number
  undo: Undo
  /** The notice has had its time, or was used. */
  onDone: () => void
}

/** How long a mark can be taken back, in milliseconds: long enough to notice the slip, and to reach the button by keyboard. */
const lifetime = 10_000

/** Says that all was marked, and takes it back on request. */
export const UndoNotice = ({ count, undo, onDone }: UndoNoticeProps) => {
  const labels = useLabels()
  const announce = useAnnounce()
  const text = labels.markedAll(count)
  useEffect(() => announce(text), [announce, text])
  useEffect(() => {
    const timer = setTimeout(onDone, lifetime)
    return () => clearTimeout(timer)
  }, [undo, onDone])

  const takeBack = () => {
    onDone()
    // A failure is told by the notice of failed marks.
    undo().catch(() => undefined)
  }
  return (
    <div className="tidings-notice">
      <p className="tidings-notice-message">{text}</p>
      <button type="button" className="tidings-quiet-button" onClick={takeBack}>
        {labels.undo}
      </button>
      <button
        type="button"
        className="tidings-icon-button"
        aria-label={labels.dismiss}
        title={labels.dismiss}
        onClick={onDone}
      >
        <CrossIcon />
      </button>
    </div>
  )
}
