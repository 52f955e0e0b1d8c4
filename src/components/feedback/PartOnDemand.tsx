'use client'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useOnline } from '../../hooks/utils/useOnline.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { type OnDemand, useOnDemand } from './onDemand.ts'
import { skeletonRows } from './skeletonRows.tsx'
import { type ErrorElementProps, useErrorElement } from './useErrorElement.tsx'
import { useFocusAfterFailure } from './useFocusAfterFailure.ts'

const Failure = (props: ErrorElementProps) => useErrorElement(props)

export interface PartOnDemandProps<Code> {
  /** The code of the part: see `onDemand`. */
  code: OnDemand<Code>
  /** Message of the error state, if the code fails to load or the part fails to render. */
  failedMessage: string
  /** The element that takes the focus of "Try again", or whose nearest focusable ancestor does. */
  within: RefObject<HTMLElement | null>
  children: (code: Code) => ReactNode
}

/**
 * A part whose code loads when the part first renders, or earlier with `code.load()`. It renders a skeleton while the
 * code loads, and an error state with "Try again" after a failure, whose error goes to the provider's `onError`. Failed
 * code loads again when the browser is back online.
 */
export const PartOnDemand = <Code,>({ code, failedMessage, within, children }: PartOnDemandProps<Code>) => {
  const { store } = useInbox()
  const isOnline = useOnline()
  const state = useOnDemand(code)
  const error = state.status === 'failed' && state.error
  // The first load does not wait for the network, since the browser may have the code cached. A failed one is repeated
  // when the network is back, or when the part opens again.
  useEffect(() => {
    if (isOnline || code.getState().status === 'absent') code.load()
  }, [code, isOnline])
  useEffect(() => {
    if (error) store.report(error)
  }, [error, store])
  useFocusAfterFailure(Boolean(error), within)

  const failed = (retry: () => void) => <Failure message={failedMessage} onRetry={retry} />
  if (error) return failed(code.load)
  if (state.status === 'ready') return <ErrorBoundary fallback={failed}>{children(state.code)}</ErrorBoundary>
  return (
    <div className="tidings-skeleton" aria-hidden="true">
      {skeletonRows(6)}
    </div>
  )
}
