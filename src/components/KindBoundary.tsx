'use client'
import { Component, Suspense, type ReactNode } from 'react'

export interface KindBoundaryProps {
  /** What shows while a renderer is being loaded, and once one has thrown. */
  fallback: ReactNode
  onError: (error: unknown) => void
  children: ReactNode
}

/** A renderer that throws costs its row no more than its arrangement: here, and on a server, which draws the fallback too. */
export class KindBoundary extends Component<KindBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    const { fallback, children } = this.props
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
