/** The two clocks. Tests replace them. */
export interface Clocks {
  /**
   * Returns wall time, in milliseconds since 1970: what people read, what is stored, and what machines compare. The
   * computer's clock may be set forward or back at any moment, so nothing is measured with it.
   */
  now: () => number
  /**
   * Returns monotonic time, in milliseconds since some moment: for durations, ages, pauses and rates. It never steps,
   * and may pause while the computer sleeps. Another process or tab has another one.
   */
  monotonic: () => number
}

export const clocks: Clocks = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
