import {
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  Fragment,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { classNames } from '../base/classNames.ts'
import { BellIcon } from '../base/icons.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { formatCount } from '../language/countLabel.ts'
import { useBellLabels, useLanguageAttributes, useLocale } from '../language/LanguageProvider.tsx'

/** The highest number that a badge shows. Above it, "99+". */
export const defaultBadgeMax = 99

export interface BadgeElementProps extends Omit<ComponentPropsWithoutRef<'span'>, 'children'> {
  /** The number. `null`: unknown. For `null` and 0 the badge renders nothing. */
  count: number | null
  /** The highest number shown. Above it, the badge shows "99+". Default 99. */
  max?: number
}

export const useBadgeElement = (
  { count, max = defaultBadgeMax, className, ...rest }: BadgeElementProps,
  ref?: ForwardedRef<HTMLSpanElement>,
): ReactElement | null => {
  const locale = useLocale()
  if (count === null || count <= 0) return null
  return (
    <span aria-hidden="true" {...rest} ref={ref} className={classNames('tidings-badge', className)}>
      {formatCount(count, locale, max)}
    </span>
  )
}

export interface BellElementProps extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-expanded' | 'aria-controls'> {
  /** Number of new notifications. `null`: unknown. */
  count: number | null
  /** The highest number that the badge shows. Default 99. */
  max?: number
  /** How many times notifications have arrived. With each, the bell swings and the badge pops. Default 0. */
  arrivals?: number | undefined
  /** Whether the panel is open. */
  open: boolean
  /** `id` of the panel, for `aria-controls` while the panel is open. A closed panel is not in the DOM. */
  panelId?: string | undefined
  /** Replaces the bell icon. */
  children?: ReactNode
}

/** The element of a Bell. `<Inbox>` renders it without `Bell`, whose `render` would double its code. */
export const useBellElement = (
  { count, max = defaultBadgeMax, arrivals = 0, open, panelId, className, children, ...rest }: BellElementProps,
  ref?: Ref<HTMLButtonElement>,
): ReactElement<ComponentPropsWithoutRef<'button'>> => {
  const labels = useBellLabels()
  const locale = useLocale()
  const { lang } = useLanguageAttributes()
  const badge = useBadgeElement({ count, max })
  const hasNew = count !== null && count > 0
  return (
    <button
      type="button"
      aria-label={hasNew ? labels.bellNew(count, formatCount(count, locale, max)) : labels.bell}
      lang={lang}
      {...rest}
      data-open={stateAttribute(open)}
      data-new={stateAttribute(hasNew)}
      data-arrived={arrivals || undefined}
      ref={ref}
      className={classNames('tidings-bell', className)}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
    >
      {children}
      {/* Other elements with each arrival, so that the animations run again. */}
      <Fragment key={arrivals}>
        {(children ?? null) === null && <BellIcon />}
        {badge}
      </Fragment>
    </button>
  )
}
