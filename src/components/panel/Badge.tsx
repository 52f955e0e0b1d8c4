'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'

/** The highest number that a badge shows. Above it, "99+". */
export const defaultBadgeMax = 99

export interface BadgeProps extends Omit<ComponentPropsWithoutRef<'span'>, 'children'>, Replaceable {
  /** The number. `null`: unknown. For `null` and 0 the badge renders nothing. */
  count: number | null
  /** The highest number shown. Above it, the badge shows "99+". Default 99. */
  max?: number
}

/**
 * A count in a small pill. Hidden from screen readers: put the number into the name of the element that contains it.
 */
export const Badge = forwardRef<HTMLSpanElement, BadgeProps>(function Badge(
  { count, max = defaultBadgeMax, render, className, ...rest },
  ref,
) {
  const locale = useLocale()
  if (count === null || count <= 0) return null
  return renderPart(
    <span {...rest} ref={ref} className={classNames('tidings-badge', className)} aria-hidden="true">
      {formatCount(count, locale, max)}
    </span>,
    render,
    {},
  )
})
