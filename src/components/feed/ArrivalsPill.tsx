'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from '../base/classNames.ts'
import { ArrowUpIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useAnnouncement } from '../feedback/Announcer.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface ArrivalsPillProps extends Omit<ComponentPropsWithoutRef<'button'>, 'children'>, Replaceable {
  /** Number of arrivals that the list does not show yet. For 0 the pill renders nothing. */
  count: number
}

/** "3 new notifications": a button that shows the arrivals. Handle `onClick`. The text is also announced. */
export const ArrivalsPill = forwardRef<HTMLButtonElement, ArrivalsPillProps>(function ArrivalsPill(
  { count, render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const text = count > 0 ? labels.arrivals(count, formatCount(count, locale)) : ''
  useAnnouncement(text)
  if (count <= 0) return null
  return renderPart(
    <button type="button" {...rest} ref={ref} className={classNames('tidings-arrivals', className)}>
      <ArrowUpIcon />
      <span>{text}</span>
    </button>,
    render,
  )
})
