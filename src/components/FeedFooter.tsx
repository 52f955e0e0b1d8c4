'use client'
import { useEffect, useRef, type RefObject } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { activeElementNear, focusIsLost } from './focus.ts'
import { useLabels } from './LanguageProvider.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'

export interface FeedFooterProps {
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
