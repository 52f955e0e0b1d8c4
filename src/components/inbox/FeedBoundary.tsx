'use client'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'

/** Renders an error with "Try again" in place of a list that failed to render. */
export const FeedBoundary = ({ children }: { children: ReactNode }) => {
  const { feedFailed } = useLabels()
  const failed = (retry: () => void) => <ErrorState message={feedFailed} onRetry={retry} />
  return <ErrorBoundary fallback={failed}>{children}</ErrorBoundary>
}
