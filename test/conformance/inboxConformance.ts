import { describe } from 'vitest'
import { behaviors } from '../../src/contract/behavior.ts'
import { describeErrors } from './describeErrors.ts'
import { describeFeed } from './describeFeed.ts'
import { describeIdempotency } from './describeIdempotency.ts'
import { describeMarks } from './describeMarks.ts'
import { describePreferences } from './describePreferences.ts'
import type { MakeService } from './subject.ts'

/** What every service that an inbox talks to must do: the four operations of 4.2, 4.5, 4.6 and 4.7, as either behavior has them. */
export const describeInbox = (name: string, make: MakeService): void => {
  describe.each(behaviors)(`${name}, behavior %s`, (behavior) => {
    const conformance = { make, behavior }
    describeFeed(conformance)
    describeMarks(conformance)
    describePreferences(conformance)
    describeIdempotency(conformance)
    describeErrors(conformance)
  })
}
