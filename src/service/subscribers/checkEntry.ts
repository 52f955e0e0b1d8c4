import * as z from 'zod/mini'
import { subscriberEntry, type SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { check } from '../http/readInput.ts'
import { joinIssues } from '../joinIssues.ts'

/** Longest subscriberId and transactionId that can be stored: they are keys of an index, which holds 2.7 kB. */
const maxIdLength = 512

/** Says that an id is too long to be stored. */
export const idIssues = (field: string, id: string | undefined): FieldIssue[] =>
  id !== undefined && id.length > maxIdLength ? [{ field, message: `must have at most ${maxIdLength} characters` }] : []

/** One entry of a bulk call: itself, or what the `failed` list says of it. */
export type CheckedEntry =
  | { value: SubscriberEntry; failure?: never }
  | { value?: never; failure: { message: string; subscriberId?: string } }

const named = z.object({ subscriberId: z.string() })

/** Checks one entry of a bulk call (4.4). */
export const checkEntry = (entry: unknown): CheckedEntry => {
  const checked = check(subscriberEntry, entry)
  const issues = checked.issues ? checked.issues : idIssues('subscriberId', checked.value.subscriberId)
  if (checked.value && issues.length === 0) return { value: checked.value }
  const subscriberId = named.safeParse(entry).data?.subscriberId
  return {
    failure: {
      message: joinIssues(issues),
      ...(subscriberId !== undefined && { subscriberId }),
    },
  }
}
