import { memoizeByKey } from '../../state/model/memoizeByKey.ts'
import { dateFormats } from './relativeTime.ts'

const day = 24 * 60 * 60_000

const formatsIn = (options: Intl.DateTimeFormatOptions) =>
  memoizeByKey((timeZone: string | undefined) =>
    dateFormats({ ...options, hour: 'numeric', minute: '2-digit', timeZone }),
  )
const near = formatsIn({ weekday: 'short' })
const far = formatsIn({ day: 'numeric', month: 'short' })

/**
 * Formats a time in the future: "Mon 09:00", or "Jun 3, 09:00" if the next such day is another one.
 * @param until and `now` are in milliseconds since 1970.
 * @param timeZone IANA name. Undefined: the zone of this machine.
 */
export const formatUntil = (until: number, now: number, locale: string, timeZone: string | undefined): string =>
  (until - now < 6 * day ? near : far)(timeZone)(locale).format(until)
