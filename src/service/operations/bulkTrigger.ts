import * as z from 'zod/mini'
import { triggerEvent, type TriggerEvent, type TriggerResult } from '../../contract/bulkTrigger.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { isObject } from '../../contract/isObject.ts'
import { operations } from '../../contract/operations.ts'
import { triggerEvents } from '../events/triggerEvents.ts'
import { check, readList } from '../http/readInput.ts'
import { idIssues, sizeIssues } from '../subscribers/checkEntry.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { Implementation } from './Implementation.ts'

type CheckedEvent = { event: TriggerEvent; refused?: never } | { event?: never; refused: TriggerResult }

const named = z.object({ transactionId: z.string() })

/** A malformed event gets a result of its own, and the others continue. */
const checkEvent = (input: unknown): CheckedEvent => {
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
  const events = checked.flatMap(({ event }) => event ?? [])
  return async ({ trx, catalog, time, log, report }) => {
    const { results, messageCount, recipientIds } = await triggerEvents(
      trx,
      catalog,
      events.map((event) => ({ event, time })),
    )
    for (const id of recipientIds) report.changed.add(id)
    report.messageCount = messageCount
    // Log failures: the call succeeds, and many senders don't check the results.
    const lines = events.flatMap((event, index) => [
      undelivered(catalog, event.name, results[index]) ?? [],
      results[index]?.status === 'processed' ? missingFields(catalog, event) : [],
    ])
    for (const line of new Set(lines.flat())) log(line)
    return checked.flatMap(({ refused }) => refused ?? results.shift() ?? [])
  }
}

const undelivered = (catalog: Catalog, name: string, result: TriggerResult | undefined): string | undefined => {
  if (result === undefined || result.status === 'processed') return undefined
  const names = catalog.workflows.has(name) ? [] : [...catalog.workflows.keys()]
  const known = names.length > 0 ? ` The workspace has ${names.slice(0, 20).join(', ')}.` : ''
  return (
    `An event ${JSON.stringify(name)} was not delivered: ` +
    `${[result.status, ...(result.error ?? [])].join(', ')}.${known}`
  )
}

/** The fields that were logged as missing. Once is enough: a sender may omit a field in each of its events. */
const logged = new WeakMap<Catalog, Set<string>>()

const missingFields = (catalog: Catalog, { name, payload }: TriggerEvent): string[] => {
  const known = logged.get(catalog) ?? new Set()
  logged.set(catalog, known)
  const missing = (catalog.workflows.get(name)?.expected ?? []).filter(
    (path) => isMissing(payload, path.split('.')) && !known.has(`${name} ${path}`),
  )
  for (const path of missing) known.add(`${name} ${path}`)
  return missing.map(
    (path) =>
      `An event ${JSON.stringify(name)} has no payload.${path}, so its notification shows nothing there. For a field ` +
      `that may be missing, write {{payload.${path} | default: ""}} in the workspace file.`,
  )
}

/** Lists and texts have fields that only Liquid knows, such as `size`. */
const isMissing = (value: unknown, [key, ...rest]: string[]): boolean => {
  if (value === undefined || value === null) return true
  return key !== undefined && isObject(value) && isMissing(value[key], rest)
}
