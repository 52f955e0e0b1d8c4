/** Minutes since midnight, from 0 to 1440. */
export type Minutes = number

/** The last minute that 12-hour text can express. As the end of a range it means midnight. */
export const lastMinute: Minutes = 23 * 60 + 59

/** Midnight at the end of a day. */
export const fullDay: Minutes = 24 * 60

const clockTime = /^(\d{1,2})(?:[:.](\d{1,2}))?\s*([ap])\.?\s*m\.?$/i

/**
 * Parses a time of a schedule: 12-hour text with AM or PM, such as "09:00 AM" or "9:5 pm".
 * @returns minutes since midnight. Undefined for any other text ("25:00 PM", "09:00").
 */
export const parseClockTime = (text: string): Minutes | undefined => {
  const [, hourText, minuteText = '0', half] = clockTime.exec(text.trim()) ?? []
  if (hourText === undefined || half === undefined) return undefined
  const hour = Number(hourText)
  const minute = Number(minuteText)
  if (hour < 1 || hour > 12 || minute > 59) return undefined
  return (hour % 12) * 60 + minute + (half.toLowerCase() === 'p' ? 12 * 60 : 0)
}

/**
 * Formats a time of a schedule: "09:00 AM". The text can't express 24:00, so midnight at the end of a day becomes its
 * last minute, "11:59 PM".
 * @param minutes whole minutes since midnight, 0 to 1440.
 */
export const writeClockTime = (minutes: Minutes): string => {
  const time = Math.min(minutes, lastMinute)
  const hour = Math.floor(time / 60)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(hour % 12 || 12)}:${twoDigits(time % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}
