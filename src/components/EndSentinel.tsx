'use client'
import { useEffect, useRef } from 'react'
import { useLatest } from '../hooks/useLatest.ts'

export interface EndSentinelProps {
  /** Called when the end of the list comes near, and again after each change of `loaded` while it still is. */
  onReached: () => void
  /** How many items are loaded: a page that is too short to push the end away asks for the next. */
  loaded: number
}

/** An invisible mark near the end of a list. The style sheet lets it reach a screen's height up into the list. */
export const EndSentinel = ({ onReached, loaded }: EndSentinelProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useLatest(onReached)
  useEffect(() => {
    if (!ref.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) latest.current()
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [loaded, latest])
  return <div ref={ref} className="tidings-end" aria-hidden="true" />
}
