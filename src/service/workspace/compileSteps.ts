import type { Channel } from '../../contract/channel.ts'
import type { MessageCta } from '../../contract/cta.ts'
import type { StepFilter } from '../../contract/stepFilter.ts'
import { stableId } from '../ids.ts'
import { lengthOf } from '../runs/waits.ts'
import { compileTemplate, type Template } from '../templates.ts'
import { type Delay, type Digest, type Step, stepNames, type WrittenMessage } from './stepSchema.ts'
import type { WorkspaceWorkflow } from './workspaceSchema.ts'

/** What each step has. */
interface AnyStep {
  id: string
  /** Unique in its workflow. */
  name: string
  /** Location in the workspace, for messages: `workflow "comment-added", step 1`. */
  place: string
  /** Whether it takes place. */
  active: boolean
  /** The recipients for whom it takes place. */
  filters: readonly StepFilter[]
}

/** The compiled texts of a message. */
export interface MessageTexts {
  place: string
  subject: Template<string> | undefined
  content: Template<string>
  cta: Template<MessageCta>
}

/** A step that creates a message. */
export interface MessageStep extends AnyStep, MessageTexts {
  kind: 'message'
  templateId: string
  channel: Channel
  /** Identifier of the feed that its messages belong to. null: no feed. */
  feed: string | null
  /** Texts in place of its own, for some recipients. */
  variants: readonly (MessageTexts & { filters: readonly StepFilter[] })[]
  /** The notification that must be unread or unseen when its message is sent. */
  onlyIf: OnlyIf | undefined
  shouldStopOnFail: boolean
}

/** On what a message depends. */
export interface OnlyIf {
  /** Name of the step of the notification. */
  step: string
  is: 'unread' | 'unseen'
  /** The delays between the two steps, in milliseconds. */
  after: number
}

/** A step that makes the later ones wait. */
export type DelayStep = AnyStep & { kind: 'delay'; delay: Delay }

/** A step that collects events. */
export type DigestStep = AnyStep & { kind: 'digest'; digest: Digest }

/** A step with its ids and compiled templates. */
export type CatalogStep = MessageStep | DelayStep | DigestStep

/** All templates of a message's texts. */
export const templatesOfTexts = ({ subject, content, cta }: MessageTexts): Template<unknown>[] => [
  ...(subject ? [subject] : []),
  content,
  cta,
]

/** All templates of a step. */
export const templatesOf = (step: CatalogStep): Template<unknown>[] =>
  step.kind === 'message' ? [step, ...step.variants].flatMap(templatesOfTexts) : []

/** Compiles the steps of a workflow. Their ids come from their names, so that waiting events know their step. */
export const compileSteps = (workflowId: string, { identifier, steps }: WorkspaceWorkflow): CatalogStep[] => {
  const names = stepNames(steps)
  return steps.map((step, index): CatalogStep => {
    const place = `workflow "${identifier}", step ${index + 1}`
    const name = names[index] ?? ''
    const { active, filters } = step
    const common = { id: stableId(workflowId, 'step', name), name, place, active, filters }
    if ('delay' in step) return { ...common, kind: 'delay', delay: step.delay }
    if ('digest' in step) return { ...common, kind: 'digest', digest: step.digest }
    return {
      ...common,
      kind: 'message',
      templateId: stableId(workflowId, 'template', name),
      channel: step.channel,
      feed: step.feed ?? null,
      ...compileTexts(step, place),
      variants: step.variants.map((variant, number) => ({
        ...compileTexts(variant, `${place}, variant ${variant.name ?? number + 1}`),
        filters: variant.filters,
      })),
      onlyIf: step.onlyIf && { ...step.onlyIf, after: delaysBetween(steps, names.indexOf(step.onlyIf.step), index) },
      shouldStopOnFail: step.shouldStopOnFail,
    }
  })
}

const compileTexts = (
  { subject, content, cta }: Pick<WrittenMessage, 'subject' | 'content' | 'cta'>,
  place: string,
): MessageTexts => ({
  place,
  subject: subject === undefined ? undefined : compileTemplate(subject, `${place}, subject`),
  content: compileTemplate(content, `${place}, content`),
  cta: compileTemplate<MessageCta>(cta ?? {}, `${place}, cta`),
})

const delaysBetween = (steps: readonly Step[], from: number, to: number): number =>
  steps
    .slice(from + 1, to)
    .flatMap((step) => ('delay' in step && step.active && step.delay.type === 'regular' ? step.delay : []))
    .reduce((sum, delay) => sum + lengthOf(delay), 0)
