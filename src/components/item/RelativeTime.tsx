'use client'
import { Fragment, forwardRef, useSyncExternalStore, type ComponentPropsWithoutRef } from 'react'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useHydrated } from '../base/useHydrated.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { formatFullTime, formatRelativeTime } from '../language/relativeTime.ts'
import { sharedClock } from '../language/sharedClock.ts'
import { useItemAround } from './useItem.ts'

export interface RelativeTimeProps
  extends Omit<ComponentPropsWithoutRef<'time'>, 'dateTime' | 'children'>, Replaceable {
  /**
   * The time, in ISO 8601: "2026-05-20T09:30:00.000Z". Default: `createdAt` of the item around. An invalid time renders
   * nothing.
   */
  time?: string | null | undefined
}

/**
 * "5 min. ago", kept up to date, with the full time as tooltip. All instances share one interval, and each renders
 * again only when its text changes.
 */
export const RelativeTime = forwardRef<HTMLTimeElement, RelativeTimeProps>(function RelativeTime(
  { time: given, render, className, ...rest },
  ref,
) {
  const locale = useLocale()
  const item = useItemAround()
  const time = given === undefined ? item?.notification.createdAt : given
  const moment = time ? Date.parse(time) : Number.NaN
  const read = () => (Number.isNaN(moment) ? '' : formatRelativeTime(moment, sharedClock.now(), locale))
  const words = useSyncExternalStore(sharedClock.subscribe, read, read)
  const isHydrated = useHydrated()
  if (words === '') return null
  const element = renderPart(
    <time
      // "12 min. ago" must keep its word order inside text of the other direction.
      dir="auto"
      {...rest}
      ref={ref}
      className={classNames('tidings-time', className)}
      dateTime={new Date(moment).toISOString()}
      title={formatFullTime(moment, locale)}
      // The server's clock, zone and locale may differ from the reader's.
      suppressHydrationWarning
    >
      {words}
    </time>,
    render,
    {},
  )
  // A new key replaces the server's text: with `suppressHydrationWarning`, React would leave it.
  return <Fragment key={isHydrated ? 'reader' : 'server'}>{element}</Fragment>
})
