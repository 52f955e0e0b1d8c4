import { isTimeZone } from '../schedule/timeZone.ts'

/** Whether a text names an IANA time zone. Some versions of Node also know offsets, which most browsers don't. */
export const isZoneName = (text: string): boolean => !/^[+-]/.test(text) && isTimeZone(text)

/** The rule that isStorableZone checks, as the rest of a sentence that begins with the field's name. */
export const zoneRule = 'must be the name of an IANA time zone, such as Europe/Stockholm, or empty'

/** Whether a subscriber can have this time zone. An empty text removes the stored one. */
export const isStorableZone = (zone: string | undefined): boolean =>
  zone === undefined || zone === '' || isZoneName(zone)

/** The zone of a subscriber, or else the one of the service. A stored one may be unknown to this version of Node. */
export const zoneOf = ({ timezone }: { timezone: string | null }, timeZone: string): string =>
  timezone && isZoneName(timezone) ? timezone : timeZone
