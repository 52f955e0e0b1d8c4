import type { ComponentPropsWithoutRef, ReactElement, Ref } from 'react'
import { classNames } from '../base/classNames.ts'
import { ErrorIcon } from '../base/icons.tsx'
import { useBellLabels } from '../language/LanguageProvider.tsx'
import { useAnnouncement } from './Announcer.tsx'

export interface ErrorElementProps extends ComponentPropsWithoutRef<'div'> {
  /** What failed, in words for the user. It is also announced. */
  message: string
  /** Called when the user presses "Try again". Without it there is no button. */
  onRetry?: (() => void) | undefined
}

/** The element of an ErrorState. A part that loads on demand renders it without `ErrorState`: see useBellElement. */
export const useErrorElement = (
  { message, onRetry, className, children, ...rest }: ErrorElementProps,
  ref?: Ref<HTMLDivElement>,
): ReactElement => {
  const labels = useBellLabels()
  useAnnouncement(message)
  return (
    <div {...rest} ref={ref} className={classNames('tidings-error', className)}>
      <span className="tidings-error-icon">
        <ErrorIcon />
      </span>
      <p className="tidings-error-message">{message}</p>
      {children}
      {onRetry && (
        <button type="button" className="tidings-button" onClick={() => onRetry()}>
          {labels.tryAgain}
        </button>
      )}
    </div>
  )
}
