'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from '../base/classNames.ts'
import { CheckIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface EmptyStateProps extends ComponentPropsWithoutRef<'div'>, Replaceable {
  /** The text. Default: the label `caughtUp`. `children` render below it. */
  title?: string
}

/** Shown in a list without notifications. */
export const EmptyState = forwardRef<HTMLDivElement, EmptyStateProps>(function EmptyState(
  { title, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-empty', className)}>
      <span className="tidings-empty-icon">
        <CheckIcon />
      </span>
      <p className="tidings-empty-title">{title ?? labels.caughtUp}</p>
      {children}
    </div>,
    render,
    {},
  )
})
