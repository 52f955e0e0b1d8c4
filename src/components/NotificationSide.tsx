'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { MarkButton } from './MarkButton.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

/** `children` replace what stands in it. */
export interface NotificationSideProps extends ComponentPropsWithoutRef<'div'>, Replaceable {}

const standardSide = (
  <>
    <RelativeTime />
    <MarkButton />
  </>
)

/** The narrow column at the end of a row, with the row's time and actions: RelativeTime and MarkButton, unless `children` say otherwise. */
export const NotificationSide = forwardRef<HTMLDivElement, NotificationSideProps>(function NotificationSide(
  { render, className, children = standardSide, ...rest },
  ref,
) {
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-item-side', className)}>
      {children}
    </div>,
    render,
    {},
  )
})
