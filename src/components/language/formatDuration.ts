import { unitFormats } from './relativeTime.ts'

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

const words = unitFormats('long')

/** Formats seconds in words, in the largest unit that leaves no rest: "1 hour", "90 minutes". */
export const formatDuration = (seconds: number, locale: string): string => {
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  return words(locale)(unit).format(seconds / length)
}
