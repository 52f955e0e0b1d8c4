'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { useLabels } from './LanguageProvider.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

export interface FeedDividerProps extends Omit<ComponentPropsWithoutRef<'p'>, 'children'>, Replaceable {}

/** The line where the reader last stopped: what stands above it is new. It stands in the article of what is below it. */
export const FeedDivider = forwardRef<HTMLParagraphElement, FeedDividerProps>(function FeedDivider(
  { render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  return renderPart(
    <p {...rest} ref={ref} className={classNames('tidings-divider', className)}>
      {labels.earlier}
    </p>,
    render,
    {},
  )
})
