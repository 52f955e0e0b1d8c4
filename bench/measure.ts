export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** How often a measured piece of work runs before it counts, and how often it counts. */
const [warmUp, runs] = [20, 60]

/**
 * The median time of a piece of work, in milliseconds.
 * @param prepare makes what one run works on; its time does not count.
 */
export const measure = <Input>(prepare: (run: number) => Input, work: (input: Input) => unknown): number => {
  const times: number[] = []
  for (let run = 0; run < warmUp + runs; run++) {
    const input = prepare(run)
    const start = performance.now()
    work(input)
    const time = performance.now() - start
    if (run >= warmUp) times.push(time)
  }
  return median(times)
}
