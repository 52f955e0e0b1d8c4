import { expect, it } from 'vitest'
import { pollInterval, polling } from '../../../src/state/model/pollInterval.ts'

it.each([
  ['keeps the interval while all goes well', 30_000, 0, 0.5, 30_000],
  ['waits as long again as the service has been out of reach', 30_000, 60_000, 0.5, 60_000],
  ['waits no longer than five minutes', 30_000, 86_400_000, 0.5, polling.longest],
  ['obeys a host that wants to ask less often than that', 600_000, 0, 0.5, 600_000],
  ['spreads many pages by a tenth', 30_000, 0, 0, 27_000],
] as const)('%s', (_name, interval, sinceSuccess, random, pause) => {
  expect(pollInterval(interval, sinceSuccess, random)).toBe(pause)
})
