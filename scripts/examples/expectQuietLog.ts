/** Lines of tools that are no complaint about the example. */
const harmless = [
  // Next.js, where a CI server keeps no folder between builds.
  /No build cache found/,
]

/**
 * Checks what a build or a server has written.
 * @throws Error that lists its warnings, errors and failed requests.
 */
export const expectQuietLog = (what: string, output: string): void => {
  const complaints = output
    .split('\n')
    .filter((line) => /error|warn|fail|⚠|⨯|✗|TIDINGS_|tidings proxy| [45]\d\d in /i.test(line))
    .filter((line) => !harmless.some((pattern) => pattern.test(line)))
  if (complaints.length > 0) throw new Error(`The log of ${what} complains:\n${complaints.join('\n')}`)
}
