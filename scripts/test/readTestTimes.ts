import { existsSync, readFileSync } from 'node:fs'

/** A test, and how long it took. */
export interface TestTime {
  name: string
  /** In milliseconds. */
  duration: number
}

/** The parts of Vitest's JSON report that this module reads. */
interface VitestReport {
  testResults: { assertionResults: { fullName: string; duration?: number | null }[] }[]
}

/** The parts of Playwright's JSON report that this module reads. */
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { results: { duration: number }[] }[] }[]
}

const timesInSuite = ({ title, suites = [], specs = [] }: PlaywrightSuite): TestTime[] => [
  ...suites.flatMap(timesInSuite),
  ...specs.flatMap((spec) =>
    spec.tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ name: `${title} > ${spec.title}`, duration })),
    ),
  ),
]

/** Reads the times of all tests from a JSON report of Vitest or Playwright. A missing report has none. */
export const readTestTimes = (file: string): TestTime[] => {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | { suites: PlaywrightSuite[] }
  return 'suites' in report
    ? report.suites.flatMap(timesInSuite)
    : report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .map(({ fullName, duration }) => ({ name: fullName, duration: duration ?? 0 }))
}
