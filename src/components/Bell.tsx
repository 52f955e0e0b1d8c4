'use client'
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { Badge, defaultBadgeMax } from './Badge.tsx'
import { classNames } from './classNames.ts'
import { formatCount } from './formatCount.ts'
import { BellIcon } from './icons.tsx'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { stateAttribute } from './stateAttribute.ts'

export interface BellProps extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-expanded' | 'aria-controls'> {
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
  { count, max = defaultBadgeMax, open, panelId, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const hasNew = count !== null && count > 0
  return (
    <button
      type="button"
      aria-label={hasNew ? labels.bellNew(count, formatCount(count, locale, max)) : labels.bell}
      {...rest}
      ref={ref}
      className={classNames('tidings-bell', className)}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      data-open={stateAttribute(open)}
      data-new={stateAttribute(hasNew)}
    >
      {children ?? <BellIcon />}
      <Badge count={count} max={max} />
    </button>
  )
})
