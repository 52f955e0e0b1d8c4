'use client'
import { forwardRef, type ReactNode } from 'react'
import { isNotSetUp } from '../../client/errors/HttpError.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'
import { type ErrorElementProps, useErrorElement } from './useErrorElement.tsx'

export interface ErrorStateProps extends ErrorElementProps, Replaceable {
  /** The error. For a mistake in the app's setup, the label `notSetUp` follows the message. */
  error?: unknown
}

/** Shows and announces what failed to load, with a button to try again. `children` render above the button. */
export const ErrorState = forwardRef<HTMLDivElement, ErrorStateProps>(function ErrorState(
  { message, error, render, ...rest },
  ref,
) {
  const labels = useLabels()
  const text = isNotSetUp(error) ? `${message} ${labels.notSetUp}` : message
  return renderPart(useErrorElement({ ...rest, message: text }, ref), render)
})

export const FeedBoundary = ({ children }: { children: ReactNode }) => {
  const { feedFailed } = useLabels()
  const failed = (retry: () => void) => <ErrorState message={feedFailed} onRetry={retry} />
  return <ErrorBoundary fallback={failed}>{children}</ErrorBoundary>
}
