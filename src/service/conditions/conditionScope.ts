import type { SubscriberRow } from '../database/tables.ts'
import { profileOf } from '../subscribers/profile.ts'
import type { ConditionScope } from './matchesConditions.ts'

/** What conditions compare for a recipient. The fields of the profile come before those of `data` with their name. */
export const conditionScope = (recipient: SubscriberRow, payload: Record<string, unknown>): ConditionScope => ({
  subscriber: { ...recipient.data, ...profileOf(recipient), subscriberId: recipient.subscriber_id },
  payload,
})
