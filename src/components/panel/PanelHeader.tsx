'use client'
import { forwardRef, useRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { focusIsLost } from '../base/focus.ts'
import { IconButton } from '../base/IconButton.tsx'
import { ArrowBackIcon, CheckAllIcon, CrossIcon, SettingsIcon } from '../base/icons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'

export interface PanelHeaderProps extends Omit<ComponentPropsWithoutRef<'div'>, 'title'>, Replaceable {
  /** Default: the label `notifications`. */
  title?: ReactNode
  /** Shows "Mark all as read". */
  onMarkAllAsRead?: (() => void) | undefined
  /** Is there nothing to mark? The button stays, so that focus does too, but does nothing. */
  markAllDisabled?: boolean
  /** Shows "Preferences". */
  onPreferences?: (() => void) | undefined
  /** Shows "Back". */
  onBack?: (() => void) | undefined
  /** Shows "Close" where the panel fills the screen and there is no outside to press. */
  onClose?: (() => void) | undefined
}

/** Title and buttons of a panel; each button shows when its handler is passed. `children` come before the buttons. */
export const PanelHeader = forwardRef<HTMLDivElement, PanelHeaderProps>(function PanelHeader(
  {
    title,
    onMarkAllAsRead,
    markAllDisabled = false,
    onPreferences,
    onBack,
    onClose,
    render,
    className,
    children,
    ...rest
  },
  ref,
) {
  const labels = useLabels()
  const back = useRef<HTMLButtonElement>(null)
  const preferences = useRef<HTMLButtonElement>(null)
  const showsBack = onBack !== undefined
  const showedBack = useRef(showsBack)

  // "Preferences" and "Back" vanish when they are used: their counterpart takes the focus that would be lost.
  useBrowserLayoutEffect(() => {
    if (showedBack.current === showsBack) return
    showedBack.current = showsBack
    const counterpart = showsBack ? back.current : preferences.current
    if (counterpart && focusIsLost(counterpart)) counterpart.focus()
  }, [showsBack])

  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-header', className)}>
      {onBack && (
        <IconButton
          ref={back}
          className="tidings-icon-button tidings-back"
          label={labels.back}
          onClick={() => onBack()}
        >
          <ArrowBackIcon />
        </IconButton>
      )}
      <h2 className="tidings-title">{title ?? labels.notifications}</h2>
      {children}
      {onMarkAllAsRead && (
        <button
          type="button"
          className="tidings-quiet-button tidings-mark-all"
          title={labels.markAllAsRead}
          aria-disabled={markAllDisabled || undefined}
          onClick={() => {
            if (!markAllDisabled) onMarkAllAsRead()
          }}
        >
          {/* The style sheet shows one or the other: long words don't fit on a phone. */}
          <CheckAllIcon />
          <span className="tidings-mark-all-text">{labels.markAllAsRead}</span>
        </button>
      )}
      {onPreferences && (
        <IconButton ref={preferences} label={labels.preferences} onClick={() => onPreferences()}>
          <SettingsIcon />
        </IconButton>
      )}
      {onClose && (
        <IconButton className="tidings-icon-button tidings-close" label={labels.close} onClick={() => onClose()}>
          <CrossIcon />
        </IconButton>
      )}
    </div>,
    render,
    {},
  )
})
