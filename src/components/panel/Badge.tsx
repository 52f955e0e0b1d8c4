'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'

/** Above this, a badge shows "99+". */
export const defaultBadgeMax = 99

export interface BadgeProps extends Omit<ComponentPropsWithoutRef<'span'>, 'children'>, Replaceable {
  /** How many are new. `null`: not known yet. Nothing is drawn for `null` and 0. */
  count: number | null
  /** The highest number that is written out. Default 99. */
  max?: number
}

/** A count in a small pill. Hidden from screen readers: what it sits on says it in words. */
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
