'use client'
import type { ReactNode, RefObject } from 'react'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { type OnDemand, useNeeded } from './onDemand.ts'
import { useFocusAfterFailure } from './useFocusAfterFailure.ts'

export interface PartOnDemandProps<Code> {
  /** The code of the part: see `onDemand`. */
  code: OnDemand<Code>
  /** Message of the error state, if the code fails to load or the part fails to render. */
  failedMessage: string
  /** The element around the part. It, or its nearest focusable ancestor, takes the focus of "Try again". */
  within: RefObject<HTMLElement | null>
  children: (code: Code) => ReactNode
}

/**
 * A part whose code loads when the part first renders, or earlier with `code.load()`. It renders a skeleton while the
 * code loads, and an error state with "Try again" after a failure, whose error goes to the provider's `onError`. Failed
 * code loads again when the browser is back online.
 */
export const PartOnDemand = <Code,>({ code, failedMessage, within, children }: PartOnDemandProps<Code>) => {
  const state = useNeeded(code)
  useFocusAfterFailure(state.status === 'failed', within)

  const failed = (retry: () => void) => <ErrorState message={failedMessage} onRetry={retry} />
  if (state.status === 'failed') return failed(code.load)
  if (state.status !== 'ready') return <FeedSkeleton />
  return <ErrorBoundary fallback={failed}>{children(state.code)}</ErrorBoundary>
}
