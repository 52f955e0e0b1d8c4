'use client'
import { memo, type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost } from '../base/focus.ts'
import { stateAttribute } from '../base/stateAttribute.ts'
import { useAnnouncement } from '../feedback/Announcer.tsx'
import { useLabels } from '../language/useLabels.ts'

interface EndSentinelProps {
  /**
   * Called when the end of the list comes near, and again after each change of `loaded` while the end is still near.
   * Must be the same function in each render.
   */
  onReached: () => void
  /** Number of loaded notifications. After a feed page too short to fill the view, the next one must load too. */
  loaded: number
}

/** An invisible element at the end of the list. The style sheet extends it one screen up into the list. */
export const EndSentinel = memo(function EndSentinel({ onReached, loaded }: EndSentinelProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ref.current || !globalThis.IntersectionObserver) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) onReached()
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [loaded, onReached])
  return <div ref={ref} className="tidings-end" aria-hidden="true" />
})

interface FeedFooterProps {
  listRef: RefObject<HTMLElement | null>
  focusRow: (index: number) => void
  loaded: number
  isLoading: boolean
  isFailed: boolean
  onMore: () => void
}

/**
 * The end of a list with more feed pages: "Show more" for users who do not scroll, or an error and "Try again". All
 * states share one button, so that it keeps the focus. After a press, the focus moves to the first row that was loaded.
 */
export const FeedFooter = memo(function FeedFooter({
  listRef,
  focusRow,
  loaded,
  isLoading,
  isFailed,
  onMore,
}: FeedFooterProps) {
  const labels = useLabels()
  const button = useRef<HTMLButtonElement>(null)
  const pressedAt = useRef<number | undefined>(undefined)

  useBrowserLayoutEffect(() => {
    const list = listRef.current
    const first = pressedAt.current
    if (!list || first === undefined || loaded <= first) return
    pressedAt.current = undefined
    const hasFocus = activeElementNear(list) === button.current || focusIsLost(list)
    if (hasFocus) focusRow(first)
  }, [loaded, listRef, focusRow])

  useAnnouncement(isFailed && labels.moreFailed)

  return (
    <div className="tidings-feed-footer" data-failed={stateAttribute(isFailed)}>
      {isFailed && <p className="tidings-error-message">{labels.moreFailed}</p>}
      <button
        ref={button}
        type="button"
        className={isFailed ? 'tidings-button' : 'tidings-quiet-button'}
        aria-disabled={isLoading || undefined}
        onClick={() => {
          if (isLoading) return
          pressedAt.current = loaded
          onMore()
        }}
      >
        {isLoading ? labels.loadingMore : isFailed ? labels.tryAgain : labels.showMore}
      </button>
    </div>
  )
})
