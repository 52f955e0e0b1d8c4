'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { CtaButtons } from './CtaButtons.tsx'
import { NotificationText } from './NotificationText.tsx'
import { NotificationTitle } from './NotificationTitle.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

/** `children` replace what stands in it. */
export interface NotificationMainProps extends ComponentPropsWithoutRef<'div'>, Replaceable {}

const standardMain = (
  <>
    <NotificationTitle />
    <NotificationText />
    <CtaButtons />
  </>
)

/** The wide column of a row: title, text and buttons, unless `children` say otherwise. */
export const NotificationMain = forwardRef<HTMLDivElement, NotificationMainProps>(function NotificationMain(
  { render, className, children = standardMain, ...rest },
  ref,
) {
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-item-main', className)}>
      {children}
    </div>,
    render,
    {},
  )
})
