'use client'
import { forwardRef, memo, useRef, type ComponentPropsWithoutRef } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { classNames } from '../base/classNames.ts'
import { activeElementNear, tabStopBeside } from '../base/focus.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CrossIcon } from '../base/icons.tsx'
import { WarningIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useLabels } from '../language/useLabels.ts'
import { useAnnouncement } from './Announcer.tsx'

/** State of a Notice: its `data-*` attributes, and the second argument of `render`. */
export type NoticeState = {
  /** Whether the notice is about a failure. */
  failed: boolean
}

export interface NoticeProps
  extends Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onAction'>, Replaceable<NoticeState> {
  /** What happened. */
  text: string
  /** What is announced. Default: the text. */
  announcement?: string | undefined
  /** Text of the button, such as "Undo". */
  action: string
  /** Called when the user presses the button. */
  onAction: () => void
  /** Called when the user closes the notice. Remove it. */
  onDismiss: () => void
  /** Whether the notice is about a failure. Default false. */
  failed?: boolean
}

const NoticeElement = forwardRef<HTMLDivElement, NoticeProps>(function Notice(
  { text, announcement = text, action, onAction, onDismiss, failed = false, render, className, onFocus, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  useAnnouncement(announcement)

  // A notice closes when it is used. The focus moves to where it was, else to the tab stop before the notice.
  const cameFrom = useRef<HTMLElement>(null)
  useBrowserLayoutEffect(() => {
    const notice = ref.current
    return () => {
      if (!notice?.contains(activeElementNear(notice))) return
      tabStopBeside(notice, 'before')?.focus()
      // Does nothing for an element that is gone, such as the notice's other button.
      cameFrom.current?.focus({ preventScroll: true })
    }
  }, [])

  const state = { failed }
  return renderPart(
    <div
      {...rest}
      {...stateAttributes(state)}
      ref={forkedRef}
      className={classNames('tidings-notice', className)}
      onFocus={(event) => {
        onFocus?.(event)
        cameFrom.current = event.relatedTarget as HTMLElement | null
      }}
    >
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

/** A strip over the list with a text, a button for one action, and a button to close it. State: `data-failed`. */
export const Notice = /* @__PURE__ */ memo(NoticeElement)
