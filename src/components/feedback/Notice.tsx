'use client'
import { forwardRef, useEffect, useRef, type ComponentPropsWithoutRef } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, tabStopBeside } from '../base/focus.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CrossIcon } from '../base/icons.tsx'
import { WarningIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useLabels } from '../language/LanguageProvider.tsx'
import { useAnnounce } from './Announcer.tsx'

/** What a Notice says by its `data-*`, and to `render`. */
export type NoticeState = {
  /** Is it about something that failed? */
  failed: boolean
}

export interface NoticeProps
  extends Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onAction'>, Replaceable<NoticeState> {
  /** What happened. It is announced too. */
  text: string
  /** What can be done about it. */
  action: string
  /** The button was pressed. */
  onAction: () => void
  /** Takes the notice away. */
  onDismiss: () => void
  /** Is it about something that failed? Default false. */
  failed?: boolean
}

/** A strip beside the list that tells of something, and offers one thing to do about it. State: `data-failed`. */
export const Notice = forwardRef<HTMLDivElement, NoticeProps>(function Notice(
  { text, action, onAction, onDismiss, failed = false, render, className, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const announce = useAnnounce()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  // It may go by itself: who hears of it must hear that there is something to do.
  useEffect(() => announce(`${text} – ${action}`), [announce, text, action])

  // A notice goes when it is used, and would take the focus with it.
  useBrowserLayoutEffect(() => {
    const notice = ref.current
    return () => {
      if (notice?.contains(activeElementNear(notice))) tabStopBeside(notice, 'before')?.focus()
    }
  }, [])

  const state = { failed }
  return renderPart(
    <div {...rest} {...stateAttributes(state)} ref={forkedRef} className={classNames('tidings-notice', className)}>
      {failed && <WarningIcon />}
      <p className="tidings-notice-message">{text}</p>
      <button type="button" className="tidings-quiet-button" onClick={onAction}>
        {action}
      </button>
      <IconButton label={labels.dismiss} onClick={onDismiss}>
        <CrossIcon />
      </IconButton>
    </div>,
    render,
    state,
  )
})
