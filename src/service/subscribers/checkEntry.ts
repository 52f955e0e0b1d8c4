import * as z from 'zod/mini'
import { subscriberEntry, type SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { isObject } from '../../contract/isObject.ts'
import { check } from '../http/readInput.ts'
import { joinIssues } from '../http/Refusal.ts'
import { isStorableZone, zoneRule } from '../timeZone.ts'

/**
 * Maximum length of a stored subscriberId or transactionId. They are keys of an index, whose entries take up to 2.7 kB.
 */
const maxIdLength = 512

export const idIssues = (field: string, id: string | undefined): FieldIssue[] =>
  id !== undefined && id.length > maxIdLength ? [{ field, message: `must have at most ${maxIdLength} characters` }] : []

export const zoneIssues = (field: string, zone: string | undefined): FieldIssue[] =>
  isStorableZone(zone) ? [] : [{ field, message: zoneRule }]

/** Maximum size of a field that templates read, in characters of its JSON. A feed page repeats up to 100 of them. */
const maxJsonLength = 65_536

/** The issues of fields that are too large, before they are checked: a schema visits each of their keys. */
export const sizeIssues = (input: unknown, fields: readonly string[], path = ''): FieldIssue[] =>
  isObject(input)
    ? fields
        .filter((field) => (JSON.stringify(input[field]) ?? '').length > maxJsonLength)
        .map((field) => ({ field: path + field, message: `must have at most ${maxJsonLength} characters as JSON` }))
    : []

/** A valid entry of a bulk call, or its entry in the `failed` list. */
export type CheckedEntry =
  | { value: SubscriberEntry; failure?: never }
  | { value?: never; failure: { message: string; subscriberId?: string } }

const named = z.object({ subscriberId: z.string() })

export const checkEntry = (entry: unknown): CheckedEntry => {
  const tooLarge = sizeIssues(entry, ['data'])
  const checked = tooLarge.length > 0 ? { issues: tooLarge } : check(subscriberEntry, entry)
  const issues = checked.issues
    ? checked.issues
    : [...idIssues('subscriberId', checked.value.subscriberId), ...zoneIssues('timezone', checked.value.timezone)]
  if (checked.value && issues.length === 0) return { value: checked.value }
  const subscriberId = named.safeParse(entry).data?.subscriberId
  return {
    failure: {
      message: joinIssues(issues),
      ...(subscriberId !== undefined && { subscriberId }),
    },
  }
}
