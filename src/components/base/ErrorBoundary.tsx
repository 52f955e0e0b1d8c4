import { Component, type ContextType, type ReactNode } from 'react'
import { InboxContext } from '../../hooks/provider/InboxProvider.tsx'

export interface ErrorBoundaryProps {
  /** Renders in place of children that failed to render. `retry` renders the children again. Default: nothing. */
  fallback?: (retry: () => void) => ReactNode
  /** Called with the error of a failed render. Default: the provider's `onError`. */
  onError?: (error: unknown) => void
  /** The part of the inbox that may fail. */
  children: ReactNode
}

/** Contains a render error in one part of the inbox, so that the host app keeps running. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  static override contextType = InboxContext
  declare context: ContextType<typeof InboxContext>
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    const { onError } = this.props
    const report = this.context?.store.report
    if (onError) onError(error)
    // The provider subscribes its `onError` only after its children have mounted or failed.
    else if (report) queueMicrotask(() => report(error))
  }

  override render() {
    const { fallback, children } = this.props
    return this.state.hasFailed ? fallback?.(() => this.setState({ hasFailed: false })) : children
  }
}
