'use client'
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { BellIcon } from '../base/icons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'
import { Badge, defaultBadgeMax } from './Badge.tsx'

/** What a Bell says by its `data-*`, and to `render`. */
export type BellState = {
  /** Is the panel open? */
  open: boolean
  /** Are there new notifications? */
  new: boolean
}

export interface BellProps
  extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-expanded' | 'aria-controls'>, Replaceable<BellState> {
  /** How many notifications are new. `null` while that is not known. */
  count: number | null
  /** The highest number that the badge writes out. Default 99. */
  max?: number
  /** Is the panel open? */
  open: boolean
  /** `id` of the panel. Only referred to while the panel is open, since a closed one is not in the page. */
  panelId?: string | undefined
  /** Replaces the icon. */
  children?: ReactNode
}

/** The button that opens the panel. State: `data-open`, `data-new`. */
export const Bell = forwardRef<HTMLButtonElement, BellProps>(function Bell(
  { count, max = defaultBadgeMax, open, panelId, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const hasNew = count !== null && count > 0
  const state = { open, new: hasNew }
  return renderPart(
    <button
      type="button"
      aria-label={hasNew ? labels.bellNew(count, formatCount(count, locale, max)) : labels.bell}
      {...rest}
      {...stateAttributes(state)}
      ref={ref}
      className={classNames('tidings-bell', className)}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
    >
      {children ?? <BellIcon />}
      <Badge count={count} max={max} />
    </button>,
    render,
    state,
  )
})
