'use client'
import { forwardRef, useEffect, type ComponentPropsWithoutRef } from 'react'
import { ArrowUpIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'

export interface ArrivalsPillProps extends Omit<ComponentPropsWithoutRef<'button'>, 'children'>, Replaceable {
  /** How many arrived since the list was drawn. Nothing is drawn for 0. */
  count: number
}

/** "3 new notifications": lets in what arrived, when its reader wants it. The number is announced. */
export const ArrivalsPill = forwardRef<HTMLButtonElement, ArrivalsPillProps>(function ArrivalsPill(
  { count, render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  const text = count > 0 ? labels.arrivals(count, formatCount(count, locale)) : ''
  useEffect(() => {
    if (text !== '') announce(text)
  }, [announce, text])
  if (count <= 0) return null
  return renderPart(
    <button type="button" {...rest} ref={ref} className={classNames('tidings-arrivals', className)}>
      <ArrowUpIcon />
      {text}
    </button>,
    render,
    {},
  )
})
