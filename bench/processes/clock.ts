/** Milliseconds since 1970 with fractions. The processes of a machine, and its browsers, share this clock. */
export const now = (): number => performance.timeOrigin + performance.now()

/** The value below which `share` of the values are, from 0 to 1. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/**
 * Waits until a condition is met.
 * @throws Error with `what` after two minutes.
 */
export const until = async (what: string, isMet: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 120_000
  while (!(await isMet())) {
    if (Date.now() > deadline) throw new Error(`After two minutes: still waiting for ${what}.`)
    await pause(20)
  }
}
