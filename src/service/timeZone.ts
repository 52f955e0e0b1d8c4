import { isTimeZone } from '../schedule/timeZone.ts'

/** Whether a text names an IANA time zone. Some versions of Node also know offsets, which most browsers don't. */
export const isZoneName = (text: string): boolean => !/^[+-]/.test(text) && isTimeZone(text)

/** The rule that isStorableZone checks, as the rest of a sentence that begins with the field's name. */
export const zoneRule = 'must be the name of an IANA time zone, such as Europe/Stockholm, or empty'

/** Whether a subscriber can have this time zone. An empty text removes the stored one. */
export const isStorableZone = (zone: string | undefined): boolean =>
  zone === undefined || zone === '' || isZoneName(zone)
