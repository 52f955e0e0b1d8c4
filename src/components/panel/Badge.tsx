'use client'
import { forwardRef } from 'react'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { type BadgeElementProps, useBadgeElement } from './useBellElement.tsx'

export interface BadgeProps extends BadgeElementProps, Replaceable {}

/**
 * A count in a small pill. Hidden from screen readers: put the number into the name of the element that contains it, or
 * pass `aria-hidden={false}`.
 */
export const Badge = forwardRef<HTMLSpanElement, BadgeProps>(function Badge({ render, ...rest }, ref) {
  const badge = useBadgeElement(rest, ref)
  return badge && renderPart(badge, render, {})
})
