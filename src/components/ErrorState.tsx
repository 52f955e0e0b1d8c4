'use client'
import { forwardRef, useEffect, type ComponentPropsWithoutRef } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { classNames } from './classNames.ts'
import { ErrorIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

export interface ErrorStateProps extends ComponentPropsWithoutRef<'div'>, Replaceable {
  /** What failed, in words for the reader. */
  message: string
  /** Why it failed, in words for the reader: a second paragraph. */
  reason?: string | undefined
  /** Asks again. Without it there is no button. */
  onRetry?: (() => void) | undefined
}

/** Says what could not be loaded, also to screen readers, and offers to try again. */
export const ErrorState = forwardRef<HTMLDivElement, ErrorStateProps>(function ErrorState(
  { message, reason, onRetry, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  const announce = useAnnounce()
  useEffect(() => announce(reason === undefined ? message : `${message} ${reason}`), [announce, message, reason])
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-error', className)}>
      <span className="tidings-error-icon">
        <ErrorIcon />
      </span>
      <p className="tidings-error-message">{message}</p>
      {reason !== undefined && <p className="tidings-error-reason">{reason}</p>}
      {children}
      {onRetry && (
        <button type="button" className="tidings-button" onClick={() => onRetry()}>
          {labels.tryAgain}
        </button>
      )}
    </div>,
    render,
    {},
  )
})
