'use client'
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { BellIcon } from '../base/icons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'
import { Badge, defaultBadgeMax } from './Badge.tsx'

/** State of a Bell: its `data-*` attributes, and the second argument of `render`. */
export type BellState = {
  /** Whether the panel is open. */
  open: boolean
  /** Whether there are new notifications. */
  new: boolean
}

export interface BellProps
  extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-expanded' | 'aria-controls'>, Replaceable<BellState> {
  /** Number of new notifications. `null`: unknown. */
  count: number | null
  /** The highest number that the badge shows. Default 99. */
  max?: number
  /** Whether the panel is open. */
  open: boolean
  /** `id` of the panel, for `aria-controls` while the panel is open. A closed panel is not in the DOM. */
  panelId?: string | undefined
  /** Replaces the bell icon. */
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
