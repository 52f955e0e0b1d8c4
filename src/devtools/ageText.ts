/** How long ago something was, in short: "now", "12 s", "3 min". @param ms in milliseconds; undefined is "never". */
export const ageText = (ms: number | undefined): string => {
  if (ms === undefined) return 'never'
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 1) return 'now'
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}
