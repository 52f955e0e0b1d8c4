import { unitFormats } from './relativeTime.ts'

const words = unitFormats('long')

/** Formats seconds in words, in the largest unit that leaves no rest: "1 hour", "90 minutes". Rounds up to minutes. */
export const formatDuration = (seconds: number, locale: string): string => {
  const [unit, length] =
    seconds % 3_600 !== 0
      ? (['minute', 60] as const)
      : seconds % 86_400 === 0
        ? (['day', 86_400] as const)
        : (['hour', 3_600] as const)
  return words(locale)(unit).format(Math.ceil(seconds / length))
}
