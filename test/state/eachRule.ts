import { expect, it } from 'vitest'

/** Runs a test for each row. The rule that the row states is its name, whole: `it.each` would quote and cut it. */
export const eachRule = <Row extends { rule: string }>(rows: readonly Row[], check: (row: Row) => void): void => {
  for (const row of rows)
    it(row.rule, () => {
      expect.hasAssertions()
      check(row)
    })
}
