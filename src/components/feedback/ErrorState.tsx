'use client'
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react'
import { isNotSetUp } from '../../client/errors/HttpError.ts'
import { classNames } from '../base/classNames.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { ErrorIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'
import { useAnnouncement } from './Announcer.tsx'

export interface ErrorStateProps extends ComponentPropsWithoutRef<'div'>, Replaceable {
  /** What failed, in words for the reader. It is also announced. */
  message: string
  /** The error. For a mistake in the app's setup, the label `notSetUp` follows the message. */
  error?: unknown
  /** Called when the reader presses "Try again". Without it there is no button. */
  onRetry?: (() => void) | undefined
}

/** Shows and announces what failed to load, with a button to try again. `children` render above the button. */
export const ErrorState = forwardRef<HTMLDivElement, ErrorStateProps>(function ErrorState(
  { message, error, onRetry, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  const text = isNotSetUp(error) ? `${message} ${labels.notSetUp}` : message
  useAnnouncement(text)
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-error', className)}>
      <span className="tidings-error-icon">
        <ErrorIcon />
      </span>
      <p className="tidings-error-message">{text}</p>
      {children}
      {onRetry && (
        <button type="button" className="tidings-button" onClick={() => onRetry()}>
          {labels.tryAgain}
        </button>
      )}
    </div>,
    render,
  )
})

export const FeedBoundary = ({ children }: { children: ReactNode }) => {
  const { feedFailed } = useLabels()
  const failed = (retry: () => void) => <ErrorState message={feedFailed} onRetry={retry} />
  return <ErrorBoundary fallback={failed}>{children}</ErrorBoundary>
}
