import { startChild } from '../processes/child.ts'
import type { Result } from '../report.ts'
import type { IdleBrowser } from './idleBrowser.ts'

const mostFetches = 10

/** Counts the requests of a browser whose tabs nobody uses. */
export const benchIdle = async (isQuick: boolean): Promise<Result[]> => {
  const [tabs, minutes] = [10, isQuick ? 11 : 30]
  const browser = startChild<IdleBrowser>(import.meta.resolve('./idleBrowser.ts'))
  const { fetches, streams, mostStreams } = await browser.call('run', { tabs, minutes })
  await browser.stop()
  const name = `${minutes} idle minutes of ${tabs} tabs with a bell`
  return [
    {
      name: `${name}: streams at a time`,
      median: String(mostStreams),
      limit: '1',
      passed: mostStreams === 1 && streams === 1,
    },
    { name: `${name}: fetches`, median: String(fetches), limit: `≤ ${mostFetches}`, passed: fetches <= mostFetches },
  ]
}
