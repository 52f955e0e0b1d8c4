import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'

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
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="tidings-skeleton-row">
          <span className="tidings-skeleton-avatar" />
          <span className="tidings-skeleton-lines">
            <span className="tidings-skeleton-line" />
            <span className="tidings-skeleton-line" />
          </span>
        </div>
      ))}
    </div>,
    render,
    {},
  )
})
