export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Number of runs that warm up, and of runs that count. */
const [warmUp, runs] = [20, 60]

/**
 * The median time of a piece of work, in milliseconds.
 * @param prepare creates the input of a run. Its time doesn't count.
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
