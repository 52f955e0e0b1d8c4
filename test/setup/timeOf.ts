/**
 * Measures a piece of work in milliseconds: the best of three runs, because other load only ever adds to it. Compare it
 * with the time of similar work. A limit in milliseconds would depend on the machine.
 */
export const timeOf = async (work: () => unknown): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}
