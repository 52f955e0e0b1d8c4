import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { skeletonRows } from './skeletonRows.tsx'

export interface FeedSkeletonProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable {
  /** Number of rows. Default 6. */
  rows?: number
}

/** Placeholder rows while the first feed page loads. Hidden from screen readers, which get the feed's `aria-busy`. */
export const FeedSkeleton = forwardRef<HTMLDivElement, FeedSkeletonProps>(function FeedSkeleton(
  { rows = 6, render, className, ...rest },
  ref,
) {
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-skeleton', className)} aria-hidden="true">
      {skeletonRows(rows)}
    </div>,
    render,
  )
})
