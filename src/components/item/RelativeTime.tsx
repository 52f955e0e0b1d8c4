'use client'
import { type ComponentPropsWithoutRef, forwardRef, Fragment, useSyncExternalStore } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { formatUntil } from '../language/formatUntil.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { ageOf, formatFullTime, formatShortTime, formatSpokenTime, type TimeFormat } from '../language/relativeTime.ts'
import { sharedClock } from '../language/sharedClock.ts'
import { useLabels } from '../language/useLabels.ts'
import { useRowMenuAround } from './rowMenuContext.ts'
import { useItemAround } from './useItem.ts'

const onServer = () => ''

/** A time as text. */
export interface TimeTexts {
  /** Replaces the element of the server: with `suppressHydrationWarning`, React would leave its text. */
  key: 'user' | 'server'
  /** "2026-05-20T09:30:00.000Z". */
  iso: string
  short: string
  /** "12 minutes ago". Undefined on a server, whose clock, zone and locale may differ from the user's. */
  spoken: string | undefined
  /** Formats the full date and time, for a tooltip. */
  formatFull: () => string
}

/**
 * The texts of a time, kept up to date: all components share one interval, and each renders again only when a text may
 * change.
 * @param time ISO 8601. An invalid time has no texts.
 */
export const useTimeTexts = (time: string | null | undefined, format: TimeFormat): TimeTexts | undefined => {
  const locale = useLocale()
  const moment = time ? Date.parse(time) : Number.NaN
  const age = useSyncExternalStore(sharedClock.subscribe, () => ageOf(moment, sharedClock.now()), onServer)
  if (Number.isNaN(moment)) return undefined
  const isHydrated = age !== onServer()
  const now = sharedClock.now()
  return {
    key: isHydrated ? 'user' : 'server',
    iso: new Date(moment).toISOString(),
    short: formatShortTime(moment, now, format, locale),
    spoken: isHydrated ? formatSpokenTime(moment, now, locale) : undefined,
    formatFull: () => formatFullTime(moment, locale),
  }
}

/** The texts of a row's time: its age, or for a snoozed notification its return ("Until Mon 09:00"). */
export const useRowTime = (
  { createdAt, snoozedUntil }: Pick<InboxNotification, 'createdAt' | 'snoozedUntil'>,
  format: TimeFormat,
): TimeTexts | undefined => {
  const labels = useLabels()
  const locale = useLocale()
  const timeZone = useRowMenuAround()?.timeZone
  const texts = useTimeTexts(snoozedUntil || createdAt, format)
  if (!snoozedUntil || texts?.spoken === undefined) return texts
  const until = labels.until(formatUntil(Date.parse(snoozedUntil), sharedClock.now(), locale, timeZone))
  return { ...texts, short: until, spoken: until }
}

export interface RelativeTimeProps
  extends Omit<ComponentPropsWithoutRef<'time'>, 'dateTime' | 'children'>, Replaceable {
  /**
   * The time, in ISO 8601: "2026-05-20T09:30:00.000Z". Default: `createdAt` of the item around, or for a snoozed one
   * the time of its return. An invalid time renders nothing.
   */
  time?: string | null | undefined
  /**
   * How the time shows: "age" ("12m", "3h", "2d", from a week on the date), "clock" ("16:12") or "date" ("May 13").
   * Default: as the list chooses for the item around, else "age".
   */
  format?: TimeFormat | undefined
}

/** "12m", kept up to date, or "Until Mon 09:00" for a snoozed notification, with the full time as tooltip. */
export const RelativeTime = forwardRef<HTMLTimeElement, RelativeTimeProps>(function RelativeTime(
  { time, format, render, className, onPointerOver, ...rest },
  ref,
) {
  const item = useItemAround()
  const shown = time === undefined ? item?.notification : { createdAt: time }
  const texts = useRowTime(shown ?? {}, format ?? item?.timeFormat ?? 'age')
  if (!texts) return null
  const { key, iso, short, formatFull } = texts
  return (
    <Fragment key={key}>
      {renderPart(
        <time
          {...rest}
          ref={ref}
          className={classNames('tidings-time', className)}
          dateTime={iso}
          // Each row has a time, and the user points at few.
          onPointerOver={(event) => {
            onPointerOver?.(event)
            event.currentTarget.title = rest.title ?? formatFull()
          }}
          suppressHydrationWarning
        >
          {short}
        </time>,
        render,
      )}
    </Fragment>
  )
})
