'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { useLabels } from './LanguageProvider.tsx'

export type FeedDividerProps = Omit<ComponentPropsWithoutRef<'p'>, 'children'>

/** The line where the reader last stopped: what stands above it is new. It stands in the article of what is below it. */
export const FeedDivider = forwardRef<HTMLParagraphElement, FeedDividerProps>(function FeedDivider(
  { className, ...rest },
  ref,
) {
  const labels = useLabels()
  return (
    <p {...rest} ref={ref} className={classNames('tidings-divider', className)}>
      {labels.earlier}
    </p>
  )
})
