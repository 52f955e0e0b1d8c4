/** Warnings of tools that don't concern the example. */
const harmless = [
  // Next.js prints this if a CI server has no build cache.
  /No build cache found/,
  // It prints this if the machine is busy: its benchmark of the disk took more than 200 ms.
  /Slow filesystem detected/,
  // The size of a built file with this name.
  /\berror[\w.-]*\.(?:mjs|js|css) +\(?[\d.]+ k?B\b/,
]

/**
 * Checks the log of a build or a server.
 * @param ownLine a line that the framework logs in an app without tidings too.
 * @throws Error that lists warnings, errors and failed requests.
 */
export const expectQuietLog = (what: string, output: string, ownLine?: RegExp): void => {
  const complaints = output
    .split('\n')
    .filter((line) => /error|warn|fail|⚠|⨯|✗|TIDINGS_|tidings proxy| [45]\d\d (?:in|[-\d]+ -) /i.test(line))
    .filter((line) => !harmless.some((pattern) => pattern.test(line)) && !ownLine?.test(line))
  if (complaints.length > 0) throw new Error(`The log of ${what} has warnings or errors:\n${complaints.join('\n')}`)
}
