import { describe } from 'vitest'
import { behaviors } from '../../src/contract/behavior.ts'
import { describeErrors } from './describeErrors.ts'
import { describeFeed } from './describeFeed.ts'
import { describeIdempotency } from './describeIdempotency.ts'
import { describeInboxTriage } from './describeInboxTriage.ts'
import { describeMarks } from './describeMarks.ts'
import { describePreferences } from './describePreferences.ts'
import type { MakeService } from './subject.ts'

/**
 * The contract of every service behind an inbox: the feed, the preferences and both mark operations, in both behaviors.
 */
export const describeInbox = (name: string, make: MakeService): void => {
  describe.each(behaviors)(`${name}, behavior %s`, (behavior) => {
    const conformance = { make, behavior }
    describeFeed(conformance)
    describeMarks(conformance)
    describePreferences(conformance)
    describeIdempotency(conformance)
    describeErrors(conformance)
    describeInboxTriage(conformance)
  })
}
