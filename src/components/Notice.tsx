'use client'
import { useEffect, useRef } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { activeElementNear, tabStopBeside } from './focus.ts'
import { CrossIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'

export interface NoticeProps {
  /** What happened. It is announced too. */
  text: string
  /** What can be done about it. */
  action: string
  onAction: () => void
  /** Takes the notice away. */
  onDismiss: () => void
  /** Is it about something that failed? Default false. */
  failed?: boolean
}

/** A strip above the list that tells of something, and offers one thing to do about it. State: `data-failed`. */
export const Notice = ({ text, action, onAction, onDismiss, failed = false }: NoticeProps) => {
  const labels = useLabels()
  const announce = useAnnounce()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => announce(text), [announce, text])

  // A notice goes when it is used, and would take the focus with it.
  useBrowserLayoutEffect(() => {
    const notice = ref.current
    return () => {
      if (notice?.contains(activeElementNear(notice))) tabStopBeside(notice, 'before')?.focus()
    }
  }, [])

  return (
    <div ref={ref} className="tidings-notice" data-failed={stateAttribute(failed)}>
      <p className="tidings-notice-message">{text}</p>
      <button type="button" className="tidings-quiet-button" onClick={onAction}>
        {action}
      </button>
      <button
        type="button"
        className="tidings-icon-button"
        aria-label={labels.dismiss}
        title={labels.dismiss}
        onClick={onDismiss}
      >
        <CrossIcon />
      </button>
    </div>
  )
}
