/** One row of the table. */
export interface Result {
  /** What was measured. */
  name: string
  /** The median, with its unit. */
  median: string
  /** Relative to the baseline that the name mentions. */
  ratio?: string
  /** Maximum of the value. Rows without one are for information. */
  limit?: string
  /** Whether the value is within its limit. */
  passed?: boolean
}

/** Prints lines of cells in columns. The first column is aligned to the left. */
export const printTable = (lines: readonly (readonly string[])[]): void => {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    process.stdout.write(`${cells.join('   ').trimEnd()}\n`)
  }
}

/** Prints the table, and returns whether all values are within their limits. */
export const report = (results: readonly Result[]): boolean => {
  const mark = ({ passed }: Result) => (passed === undefined ? '' : passed ? 'pass' : 'FAIL')
  printTable([
    ['', 'median', 'ratio', 'limit', ''],
    ...results.map((line) => [line.name, line.median, line.ratio ?? '', line.limit ?? '', mark(line)]),
  ])
  return results.every(({ passed }) => passed !== false)
}

/** Ends a benchmark: sends its rows to `npm run bench`, or prints them. Exits with 1 if a limit was exceeded. */
export const finish = (results: readonly Result[]): void => {
  if (process.send) process.send(results, undefined, undefined, () => process.exit())
  else process.exit(report(results) ? 0 : 1)
}

export const ms = (time: number): string => `${time.toFixed(2)} ms`
export const times = (ratio: number): string => `${ratio.toFixed(1)}×`
