'use client'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { useOnline } from '../../hooks/utils/useOnline.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { focusIsLost } from '../base/focus.ts'
import { ErrorState } from './ErrorState.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { type OnDemand, useOnDemand } from './onDemand.ts'

export interface PartOnDemandProps<Code> {
  /** The code of the part: see `onDemand`. */
  code: OnDemand<Code>
  /** Message of the error state, if the code fails to load or the part fails to render. */
  failedMessage: string
  /**
   * The element around the part. If the focus is lost when the part's state changes, its nearest focusable ancestor
   * takes it.
   */
  within: RefObject<HTMLElement | null>
  /** Renders above the skeleton and the error state, for a part that has its own header. */
  header?: ReactNode
  /** Renders the part, from its code. */
  children: (code: Code) => ReactNode
}

/**
 * A part whose code loads when the part first renders, or earlier with `code.load()`. It renders a skeleton while the
 * code loads, and an error state with "Try again" after a failure, whose error goes to the provider's `onError`. Failed
 * code loads again when the browser is back online.
 */
export const PartOnDemand = <Code,>({ code, failedMessage, within, header, children }: PartOnDemandProps<Code>) => {
  const { store } = useInbox()
  const isOnline = useOnline()
  const state = useOnDemand(code)
  const error = state.status === 'failed' ? state.error : undefined
  const shownBefore = useRef(state.status)

  // The first load does not wait for the network, since the browser may have the code cached. A failed one is repeated
  // when the network is back, or when the part opens again.
  useEffect(() => {
    if (isOnline || code.getState().status === 'absent') code.load()
  }, [code, isOnline])
  useEffect(() => {
    if (error) store.report(error)
  }, [error, store])
  useBrowserLayoutEffect(() => {
    if (shownBefore.current === state.status) return
    shownBefore.current = state.status
    if (within.current && focusIsLost(within.current))
      within.current.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }, [state.status, within])

  const withHeader = (meanwhile: ReactNode) =>
    header ? (
      <div className="tidings-inbox">
        {header}
        {meanwhile}
      </div>
    ) : (
      meanwhile
    )
  const failed = (retry: () => void) => withHeader(<ErrorState message={failedMessage} onRetry={retry} />)
  if (state.status === 'failed') return failed(code.load)
  if (state.status !== 'ready') return withHeader(<FeedSkeleton />)
  return <ErrorBoundary fallback={failed}>{children(state.code)}</ErrorBoundary>
}
