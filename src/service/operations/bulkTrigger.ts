import * as z from 'zod/mini'
import { maxRecipients, triggerEvent, type TriggerEvent, type TriggerResult } from '../../contract/bulkTrigger.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { isObject } from '../../contract/isObject.ts'
import { operations } from '../../contract/operations.ts'
import { allSwitchedOff, triggerEvents } from '../events/triggerEvents.ts'
import { check, readList } from '../http/readInput.ts'
import { idIssues, sizeIssues } from '../subscribers/checkEntry.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { onlyNew } from '../workspace/onlyNew.ts'
import type { Implementation } from './Implementation.ts'

type CheckedEvent =
  | { event: TriggerEvent; omitted?: string[]; refused?: never }
  | { event?: never; omitted?: never; refused: TriggerResult }

const named = z.object({ transactionId: z.string() })

/**
 * A malformed event gets a result of its own, and the others continue. A malformed recipient in a list is omitted, and
 * the others get the event.
 */
const checkEvent = (input: unknown): CheckedEvent => {
  const whole = checkFields(input)
  const list = isObject(input) ? input['to'] : undefined
  if (whole.event || !Array.isArray(list) || list.length > maxRecipients) return whole
  const errors = list.map((to) => checkFields({ name: 'any', to }).refused?.error)
  const usable = checkFields({ ...(input as object), to: list.filter((_, index) => !errors[index]) })
  if (!usable.event) return whole
  const omitted = errors.flatMap((lines, index) => (lines ?? []).map((line) => line.replace(/^to/, `to[${index}]`)))
  return { event: usable.event, omitted }
}

const checkFields = (input: unknown): CheckedEvent => {
  const tooLarge = tooLargeFields(input)
  const checked = tooLarge.length > 0 ? { issues: tooLarge } : check(triggerEvent, input)
  const issues = checked.issues ? checked.issues : idsTooLong(checked.value)
  if (checked.value && issues.length === 0) return { event: checked.value }
  const transactionId = named.safeParse(input).data?.transactionId
  return {
    refused: {
      acknowledged: false,
      status: issues.every(({ field }) => /^to\b/.test(field)) ? 'invalid_recipients' : 'error',
      error: issues.map(({ field, message }) => `${field || 'The event'} ${message}`),
      ...(transactionId !== undefined && { transactionId }),
    },
  }
}

const idsTooLong = (event: TriggerEvent): FieldIssue[] => [
  ...idIssues('transactionId', event.transactionId),
  ...[event.to].flat().flatMap((to) => idIssues('to', typeof to === 'string' ? to : to.subscriberId)),
]

const tooLargeFields = (input: unknown): FieldIssue[] => [
  ...sizeIssues(input, ['payload', 'overrides', 'context']),
  ...(isObject(input) ? [input['to']].flat().flatMap((to) => sizeIssues(to, ['data'], 'to.')) : []),
]

/** Bulk trigger event. Results are in the order of the events. */
export const bulkTrigger: Implementation<TriggerResult[]> = ({ body }) => {
  const checked = readList(body, operations.bulkTrigger.limit).map(checkEvent)
  const accepted = checked.flatMap(({ event, omitted = [] }) => (event ? [{ event, omitted }] : []))
  return async ({ trx, catalog, time, address, timeZone, log, report }) => {
    const { results, messageCount, sends, nextRun, recipientIds, warnings } = await triggerEvents(
      trx,
      catalog,
      accepted.map((each) => ({ ...each, time })),
      { address, timeZone, dueTime: time },
    )
    for (const id of recipientIds) report.changed.add(id)
    report.messageCount = messageCount
    report.sends = sends
    report.nextRun = nextRun
    // Log failures: the call succeeds, and many senders don't check the results.
    const lines = accepted.flatMap(({ event }, index) => [
      undelivered(catalog, event.name, results[index]) ?? [],
      results[index]?.status === 'processed' ? missingFields(catalog, event) : [],
    ])
    for (const line of new Set([...lines.flat(), ...onlyNew(catalog, warnings)])) log(line)
    return checked.flatMap(({ refused }) => refused ?? results.shift() ?? [])
  }
}

const undelivered = (catalog: Catalog, name: string, result: TriggerResult | undefined): string | undefined => {
  if (result === undefined) return undefined
  if (result.status === 'processed') {
    // What all recipients have switched off is nothing to correct.
    if (!result.error || result.error[0] === allSwitchedOff) return undefined
    return (
      `An event ${JSON.stringify(name)} was not delivered to some of its recipients. Correct these, and send it to ` +
      `them alone: ${result.error.join(' ')}`
    )
  }
  const names = catalog.workflows.has(name) ? [] : [...catalog.workflows.keys()]
  const known = names.length > 0 ? ` The workspace has ${names.slice(0, 20).join(', ')}.` : ''
  return (
    `An event ${JSON.stringify(name)} was not delivered: ` +
    `${[result.status, ...(result.error ?? [])].join(', ')}.${known}`
  )
}

const missingFields = (catalog: Catalog, { name, payload }: TriggerEvent): string[] => {
  const missing = (catalog.workflows.get(name)?.expected ?? []).filter((path) => isMissing(payload, path.split('.')))
  const lines = missing.map(
    (path) =>
      `An event ${JSON.stringify(name)} has no payload.${path}, so its notification shows nothing there. For a field ` +
      `that may be missing, write {{payload.${path} | default: ""}} in the workspace file.`,
  )
  return onlyNew(catalog, lines)
}

/** Lists and texts have fields that only Liquid knows, such as `size`. */
const isMissing = (value: unknown, [key, ...rest]: string[]): boolean => {
  if (value === undefined || value === null) return true
  return key !== undefined && isObject(value) && isMissing(value[key], rest)
}
