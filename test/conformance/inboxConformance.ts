import { describe } from 'vitest'
import { describeErrors } from './describeErrors.ts'
import { describeFeed } from './describeFeed.ts'
import { describeIdempotency } from './describeIdempotency.ts'
import { describeMarks } from './describeMarks.ts'
import { describePreferences } from './describePreferences.ts'
import type { MakeService } from './subject.ts'

/** What every service that an inbox talks to must do: the four operations of 4.2, 4.5, 4.6 and 4.7. */
export const describeInbox = (name: string, makeService: MakeService): void => {
  describe(name, () => {
    describeFeed(makeService)
    describeMarks(makeService)
    describePreferences(makeService)
    describeIdempotency(makeService)
    describeErrors(makeService)
  })
}
