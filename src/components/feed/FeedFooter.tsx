'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost } from '../base/focus.ts'
import { stateAttribute } from '../base/stateAttributes.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'

interface EndSentinelProps {
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

interface FeedFooterProps {
  listRef: RefObject<HTMLElement | null>
  /** Gives a row the focus, by its place from 0. */
  focusRow: (index: number) => void
  /** How many notifications are loaded. */
  loaded: number
  isLoading: boolean
  isFailed: boolean
  onMore: () => void
}

/**
 * The end of a list that goes on: "Show more" for those who do not scroll, or what went wrong and "Try again". It is one
 * button throughout, so that it keeps the focus; whoever pressed it is taken to the first row that came of it.
 */
export const FeedFooter = ({ listRef, focusRow, loaded, isLoading, isFailed, onMore }: FeedFooterProps) => {
  const labels = useLabels()
  const announce = useAnnounce()
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

  useEffect(() => {
    if (isFailed) announce(labels.moreFailed)
  }, [isFailed, announce, labels])

  const label = () => {
    if (isLoading) return labels.loadingMore
    return isFailed ? labels.tryAgain : labels.showMore
  }

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
        {label()}
      </button>
    </div>
  )
}
