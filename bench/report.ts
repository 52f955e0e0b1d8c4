/** One line of the table. */
export interface Result {
  name: string
  /** What was measured, with its unit. */
  median: string
  /** Against what the name says. */
  ratio?: string
  /** What the value may be at most; a line without one is for information. */
  limit?: string
  passed?: boolean
}

/** Prints the table, and says whether every limit was kept. */
export const report = (results: readonly Result[]): boolean => {
  const header = ['', 'median', 'ratio', 'limit', '']
  const mark = ({ passed }: Result) => (passed === undefined ? '' : passed ? 'pass' : 'FAIL')
  const lines = [
    header,
    ...results.map((line) => [line.name, line.median, line.ratio ?? '', line.limit ?? '', mark(line)]),
  ]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    process.stdout.write(`${cells.join('   ').trimEnd()}\n`)
  }
  return results.every(({ passed }) => passed !== false)
}

/** Ends a benchmark: hands its lines to `npm run bench`, or prints them; ends with 1 where a limit was missed. */
export const finish = (results: readonly Result[]): void => {
  if (process.send) process.send(results, undefined, undefined, () => process.exit())
  else process.exit(report(results) ? 0 : 1)
}

export const ms = (time: number): string => `${time.toFixed(2)} ms`
export const times = (ratio: number): string => `${ratio.toFixed(1)}×`
