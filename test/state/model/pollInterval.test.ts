import { expect, it } from 'vitest'
import { pollInterval, polling } from '../../../src/state/model/pollInterval.ts'

it.each([
  ['is the interval while the service responds', 30_000, 0, 0.5, 30_000],
  ['is as long as the service has been failing', 30_000, 60_000, 0.5, 60_000],
  ['is five minutes at most', 30_000, 86_400_000, 0.5, polling.longest],
  ['is never shorter than the interval of the app', 600_000, 0, 0.5, 600_000],
  ['is endless if no timer is as long', Number.MAX_SAFE_INTEGER, 0, 0.5, Infinity],
  ['differs by up to a tenth between browser pages', 30_000, 0, 0, 27_000],
] as const)('%s', (_name, interval, sinceSuccess, random, pause) => {
  expect(pollInterval(interval, sinceSuccess, random)).toBe(pause)
})
