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
  code: OnDemand<Code>
  /** What is said when it could not be loaded, or failed to render. */
  failedMessage: string
  /** Where it stands: what takes the focus around it gets it back when what had it is replaced. */
  within: RefObject<HTMLElement | null>
  /** Stands above what shows meanwhile, where the part brings a header of its own. */
  header?: ReactNode
  children: (code: Code) => ReactNode
}

/**
 * A part whose code is loaded when the part is first rendered, if not before. Until then a skeleton stands in its place; where
 * it can't be loaded, or fails to render, an error state with "Try again". `onError` of the provider is told why. Once the browser
 * is online again, it is loaded again.
 */
export const PartOnDemand = <Code,>({ code, failedMessage, within, header, children }: PartOnDemandProps<Code>) => {
  const { store } = useInbox()
  const isOnline = useOnline()
  const state = useOnDemand(code)
  const error = state.status === 'failed' ? state.error : undefined
  const shownBefore = useRef(state.status)

  // Offline too: the browser may have it. What it did not have comes with the network, or when it is opened again.
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
