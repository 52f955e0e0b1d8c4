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
   * The moment, as ISO 8601 text (`createdAt` of 2.4). What can't be read as a time draws nothing. Default: when the
   * notification of the item around was made.
   */
  time?: string | null | undefined
}

/**
 * "5 min. ago", kept up to date, with the whole time on hover. All of them share one interval, and each renders again
 * only when its own words change.
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
      // "12 min. ago" keeps its order inside text that runs the other way.
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
  // The reader's win: React leaves what it is told not to warn of as the server drew it.
  return <Fragment key={isHydrated ? 'reader' : 'server'}>{element}</Fragment>
})
