const hour = 60 * 60 * 1000
const day = 24 * hour

/** Whether the clock has been steady for a day. Called with its time whenever that decides what is old. */
export type ClockWatch = (time: Date) => boolean

/**
 * Compares a clock with the monotonic one. A clock that is set a year ahead makes everything old, and what is removed
 * then does not come back, so that nothing may be removed for a day after a step of more than an hour. A computer that
 * sleeps looks the same.
 */
export const createClockWatch = (monotonic: () => number, log: (line: string) => void): ClockWatch => {
  let offset: number | undefined
  let steadyFrom = Number.NEGATIVE_INFINITY
  return (time) => {
    const elapsed = monotonic()
    const before = offset ?? time.getTime() - elapsed
    offset = time.getTime() - elapsed
    if (Math.abs(offset - before) > hour) {
      steadyFrom = elapsed + day
      log(
        `The clock was set ${offset > before ? 'ahead' : 'back'} to ${time.toISOString()}, or the computer slept. ` +
          'For 24 hours, the service removes nothing.',
      )
    }
    return elapsed >= steadyFrom
  }
}
