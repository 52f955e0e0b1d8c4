import type { Budget } from '../budget.ts'
import { isFor } from '../conditions/isFor.ts'
import type { RunRow, StoredCondition, SubscriberRow } from '../database/tables.ts'
import type { Addresser } from '../delivery/createDelivery.ts'
import { isCanceled } from '../delivery/endWaiting.ts'
import { buildFailedMessage, buildMessage, type MessageOrder, type NewMessage } from '../messages/buildMessage.ts'
import { TemplateError } from '../templates.ts'
import { zoneOf } from '../timeZone.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { CatalogStep, DelayStep, DigestStep, MessageStep } from '../workspace/compileSteps.ts'
import { isEnabledFor } from '../workspace/preferencesOf.ts'
import { addToDigest, digestId, digestKeyOf } from './digests.ts'
import { type Run, toRow } from './Run.ts'
import { endOfWait, scheduledTime } from './waits.ts'

/** What the steps of a run need. */
export interface StepContext {
  catalog: Catalog
  /** Subscribers by subscriberId, including the actors of the newest events. */
  people: ReadonlyMap<string, SubscriberRow>
  /** The digests of the recipients, by `digestId`. */
  digests: ReadonlyMap<string, RunRow>
  time: Date
  /** The time that decides what is due: that of the database, if it is a server. */
  dueTime: Date
  /** IANA zone of recipients without one. */
  timeZone: string
  address: Addresser
  budget: Budget
  /** Receives a line for the operator, with the cure. */
  warn: (line: string) => void
  /** Whether waits have passed: the event is from the past. */
  isPast: boolean
  /** Receives the failure of a template. Undefined: it is thrown. */
  onTemplateError?: (error: TemplateError) => void
}

/** What the steps of a run have done, before it is stored. */
export interface Progress {
  created: NewMessage[]
  /** Messages that are stored already, and are delivered again with other texts. */
  redelivered: NewMessage[]
  /** The run, if it waits, and its digest. */
  waiting: RunRow[]
  /** Why the run ends before its last step. */
  reasons: string[]
  /** Names of the steps that their filters left out. */
  filtered: string[]
}

/**
 * Takes the steps of a run until one waits, or until its end. It changes nothing but its result, so that a recipient
 * whose templates fail has started nothing.
 * @param from index of the first step.
 * @throws TemplateError if a template can't be rendered, BudgetError if the event's messages are too large.
 */
export const takeSteps = async (run: Run, from: number, context: StepContext): Promise<Progress> => {
  const progress: Progress = { created: [], redelivered: [], waiting: [], reasons: [], filtered: [] }
  const shown = { ...run.shown }
  for (const step of run.workflow.steps.slice(from)) {
    if (!step.active) continue
    const now: Run = { ...run, shown }
    if (!isFor(step, { ...now, ...context })) {
      progress.filtered.push(step.name)
    } else if (step.kind === 'message') {
      const message = await takeMessageStep(step, now, context)
      if (!message) continue
      progress.created.push(message)
      if (step.channel === 'in_app') shown[step.name] = [...(shown[step.name] ?? []), message.id]
      else if (step.shouldStopOnFail && !isCanceled(message) && hasLater(step, run)) {
        // Sent already, if it is a message of the past.
        if (message.send_at) progress.waiting.push(waitForMessage(now, step, context, message.id))
        if (message.status !== 'sent') return progress
      }
    } else if (!context.isPast) {
      const isWaiting =
        step.kind === 'delay'
          ? takeDelayStep(step, now, context, progress)
          : await takeDigestStep(step, now, context, progress)
      if (isWaiting) return progress
    }
  }
  return progress
}

const hasLater = (step: CatalogStep, { workflow: { steps } }: Run) =>
  steps.slice(steps.indexOf(step) + 1).some(({ active }) => active)

/**
 * How long a run waits for a message, in milliseconds: longer than any delivery hours hold one back. The end of the
 * message makes the run due. One that was deleted has none, and its run ends then.
 */
const longestMessageWait = 30 * 24 * 60 * 60 * 1000

const waitForMessage = (run: Run, step: MessageStep, { catalog, dueTime }: StepContext, id: string): RunRow => ({
  ...toRow(run, step, catalog.environmentId, dueTime),
  waits_for: id,
  due_at: new Date(dueTime.getTime() + longestMessageWait),
})

/** Builds the message of a step. Undefined: the recipient has switched off what shows in the app. */
const takeMessageStep = async (step: MessageStep, run: Run, context: StepContext): Promise<NewMessage | undefined> => {
  const { catalog, onTemplateError } = context
  // One that would be sent is stored with the reason. One of the inbox is not: its feed would show it.
  if (step.channel === 'in_app' && !isEnabledFor(catalog, run.recipient, run.workflow, step.channel)) return undefined
  const order: MessageOrder = { ...run, ...context, step, onlyIf: conditionOf(step, run) }
  try {
    return await buildMessage(order)
  } catch (error) {
    if (!onTemplateError || !(error instanceof TemplateError)) throw error
    onTemplateError(error)
    return step.channel === 'in_app' ? undefined : buildFailedMessage(order, error)
  }
}

const conditionOf = ({ onlyIf }: MessageStep, { shown }: Run): StoredCondition | null => {
  const messages = onlyIf && shown[onlyIf.step]
  return messages ? { messages, is: onlyIf.is, after: onlyIf.after } : null
}

/** Returns whether the run waits, or has ended since it can't know for how long to wait. */
const takeDelayStep = (step: DelayStep, run: Run, context: StepContext, { waiting, reasons }: Progress): boolean => {
  const { delay, place } = step
  const { dueTime } = context
  const until = delay.type === 'regular' ? endOfWait(delay, dueTime) : scheduledTime(run.event.payload, delay.delayPath)
  if (typeof until === 'string') reasons.push(`${place}: ${until}`)
  else if (until <= dueTime)
    reasons.push(`${place}: the time that the delay waits for, ${until.toISOString()}, is past.`)
  else waiting.push({ ...toRow(run, step, context.catalog.environmentId, dueTime), due_at: until })
  return true
}

/** Returns whether the digest has collected the events of the run. Otherwise the run goes on. */
const takeDigestStep = async (
  step: DigestStep,
  run: Run,
  context: StepContext,
  progress: Progress,
): Promise<boolean> => {
  const { catalog, digests, dueTime, timeZone } = context
  const { recipient, workflow } = run
  const key = digestKeyOf(step, run.event.payload)
  const zone = zoneOf(recipient, timeZone)
  const { environmentId } = catalog
  const known = digests.get(digestId({ subscriber_key: recipient.id, digest_key: key }))
  const { row, isCollected } = addToDigest(known, run, { step, time: dueTime, zone, environmentId })
  progress.waiting.push(row)
  if (!isCollected || !step.digest.updateMode) return isCollected
  const { events, total_count: total, notification_id: notificationId } = row
  for (const next of shownAtOnce(step, workflow.steps)) {
    const updated: Run = { ...run, events, total, notificationId, shown: row.shown }
    const message = isFor(next, { ...updated, ...context }) ? await takeMessageStep(next, updated, context) : undefined
    if (!message) continue
    const [id] = row.shown[next.name] ?? []
    if (id === undefined) progress.created.push(message)
    else progress.redelivered.push({ ...message, id })
    row.shown = { ...row.shown, [next.name]: [id ?? message.id] }
  }
  return true
}

/** The steps that a digest with `updateMode` takes at once: those in the app directly after it. */
export const shownAtOnce = (digest: DigestStep, steps: readonly CatalogStep[]): MessageStep[] => {
  const later = steps.slice(steps.indexOf(digest) + 1).filter(({ active }) => active)
  const end = later.findIndex((step) => !(step.kind === 'message' && step.channel === 'in_app'))
  return later.slice(0, end < 0 ? undefined : end) as MessageStep[]
}
