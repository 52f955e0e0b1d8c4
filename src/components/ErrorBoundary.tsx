import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** What shows in place of children that failed to render. `retry` renders them again. */
  fallback: (retry: () => void) => ReactNode
  onError: (error: unknown) => void
  children: ReactNode
}

/** Keeps an error in a part of the inbox from taking the host's page along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    const { fallback, children } = this.props
    return this.state.hasFailed ? fallback(() => this.setState({ hasFailed: false })) : children
  }
}
