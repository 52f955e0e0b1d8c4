'use client'
import { forwardRef, useEffect, type ComponentPropsWithoutRef } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { classNames } from './classNames.ts'
import { formatCount } from './formatCount.ts'
import { ArrowUpIcon } from './panelIcons.tsx'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

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
