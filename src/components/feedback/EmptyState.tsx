'use client'
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { classNames } from '../base/classNames.ts'
import { CheckIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface EmptyStateProps extends ComponentPropsWithoutRef<'div'>, Replaceable {
  /** The text. Default: the label `caughtUp`. `children` render below it. */
  title?: string
  /** The picture above the text. Default: a check mark. */
  icon?: ReactNode
}

/** Shown in a list without notifications. */
export const EmptyState = forwardRef<HTMLDivElement, EmptyStateProps>(function EmptyState(
  { title, icon, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-empty', className)}>
      <span className="tidings-empty-icon">{icon ?? <CheckIcon />}</span>
      <p className="tidings-empty-title">{title ?? labels.caughtUp}</p>
      {children}
    </div>,
    render,
  )
})
