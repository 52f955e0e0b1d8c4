import type { Insertable } from 'kysely'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import { isObject } from '../../contract/isObject.ts'
import { type Budget, BudgetError } from '../budget.ts'
import { isFor } from '../conditions/isFor.ts'
import type { StoredCondition, StoredEvent, SubscriberRow, Tables } from '../database/tables.ts'
import type { Addresser } from '../delivery/createDelivery.ts'
import { newId } from '../ids.ts'
import type { Run } from '../runs/Run.ts'
import { profileOf } from '../subscribers/profile.ts'
import { onWarning, TemplateError, type TemplateScope } from '../templates.ts'
import type { MessageStep, MessageTexts } from '../workspace/compileSteps.ts'
import { warnOfAddress } from './warnOfAddress.ts'

/** A message before it is stored. */
export type NewMessage = Insertable<Tables['tidings.messages']>

/** How often a message is built whose template takes too long. */
const attempts = 3

/** Node 20 can't measure how long other processes interrupted this one, so a slow template is rendered again. */
const retrySlow = async <Result>(budget: Budget, build: () => Result): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    await budget.pause()
    try {
      return build()
    } catch (error) {
      if (attempt === attempts || !(error instanceof TemplateError && error.isSlow)) throw error
    }
  }
}

/** A message to build. */
export interface MessageOrder extends Omit<Run, 'shown'> {
  step: MessageStep
  /** What must hold when it is sent. null: nothing. */
  onlyIf: StoredCondition | null
  /** Subscribers by subscriberId, including the actor of the newest event if that subscriber exists. */
  people: ReadonlyMap<string, SubscriberRow>
  time: Date
  /** The time that decides what is due. */
  dueTime: Date
  /** Says who sends a message, where to and when. */
  address: Addresser
  budget: Budget
  /** Receives a line for the operator, with the cure. */
  warn: (line: string) => void
}

/**
 * Builds a message. Its payload, actor and link are those of the newest event.
 * @throws TemplateError if a template can't be rendered, BudgetError if the event's messages are too large.
 */
export const buildMessage = (order: MessageOrder): Promise<NewMessage> =>
  retrySlow(order.budget, () => {
    const { recipient, event, events, total, people, budget, warn } = order
    const actor = event.actor === undefined ? undefined : people.get(event.actor)
    const scope: TemplateScope = {
      payload: event.payload,
      subscriber: templateSubscriber(recipient),
      actor: actor ? templateSubscriber(actor) : { subscriberId: event.actor },
      tenant: event.tenant,
      step: {
        events: events.map(({ transactionId, time, payload }) => ({ id: transactionId, time, payload })),
        total_count: total,
        digest: total > 1,
      },
      [onWarning]: warn,
    }
    const texts = textsFor(order)
    const cta = texts.cta.render(scope, budget.time)
    warnOfAddress(cta.data?.url, `${texts.place}, cta.data.url`, warn)
    // Without a slash or colon it is a name, whose initial shows.
    if (/[/:\\]/.test(actor?.avatar ?? '')) warnOfAddress(actor?.avatar, `${texts.place}, avatar of the actor`, warn)
    return toMessage(order, {
      subject: texts.subject?.render(scope, budget.time) ?? null,
      content: texts.content.render(scope, budget.time),
      cta: JSON.stringify(cta),
    })
  })

/** A message whose texts can't be rendered, for the list of messages. It is not sent. */
export const buildFailedMessage = (order: MessageOrder, error: TemplateError): NewMessage => ({
  ...toMessage(order, { subject: null, content: '', cta: '{}' }),
  status: 'error',
  error_id: 'template',
  error_text: error.message,
  delivered_at: '[]',
  send_at: null,
  integration_id: null,
})

/** The texts of a step for a recipient: those of the first variant whose conditions hold, or its own. */
const textsFor = (order: MessageOrder): MessageTexts =>
  order.step.variants.find((variant) => isFor(variant, order)) ?? order.step

/** The JSON texts of an event, which all of its messages have. */
const jsonOf = new WeakMap<StoredEvent, { payload: string; overrides: string }>()

const storedJson = (event: StoredEvent) => {
  const known = jsonOf.get(event)
  if (known) return known
  const texts = { payload: JSON.stringify(event.payload), overrides: JSON.stringify(event.overrides ?? {}) }
  jsonOf.set(event, texts)
  return texts
}

/** The size of a message without its texts, in characters. */
const rowSize = 500

const toMessage = (order: MessageOrder, texts: Pick<NewMessage, 'subject' | 'content' | 'cta'>): NewMessage => {
  const { step, workflow, recipient, event, people, time, dueTime, address, budget, warn } = order
  const { payload, overrides = {}, context = {} } = event
  const { channel } = step
  const actor = event.actor === undefined ? undefined : people.get(event.actor)
  const sending = address({ channel, recipient, workflow, payload, time, dueTime, warn })
  // The notification's `data` comes from the overrides of the provider: `{"novu": {"data": {…}}}`.
  const data = sending.provider_id ? overrides[sending.provider_id]?.['data'] : undefined
  const stored = storedJson(event)
  const dataText = isObject(data) ? JSON.stringify(data) : null
  const all = [texts.subject, texts.content, texts.cta, stored.payload, stored.overrides, dataText]
  const size = sizeOf(all)
  if (size > budget.size.left)
    throw new BudgetError(
      'The messages of the event are too large for one call. Send it alone, or to fewer recipients.',
    )
  budget.size.use(size)
  return {
    id: newId(time),
    subscriber_key: recipient.id,
    notification_id: order.notificationId,
    job_id: newId(time),
    template_id: workflow.id,
    template_identifier: workflow.identifier,
    message_template_id: step.templateId,
    transaction_id: event.transactionId,
    channel,
    feed_id: step.feed,
    ...texts,
    actor: JSON.stringify(shownActor(actor)),
    ...stored,
    data: dataText,
    tags: JSON.stringify(workflow.tags),
    context_keys: JSON.stringify(Object.entries(context).map(([type, id]) => `${type}:${id}`)),
    ...sending,
    only_if: order.onlyIf && sending.send_at ? JSON.stringify(order.onlyIf) : null,
    read: false,
    seen: false,
    last_read_at: null,
    last_seen_at: null,
    created_at: time,
    updated_at: time,
  }
}

const templateSubscriber = (row: SubscriberRow) => ({ subscriberId: row.subscriber_id, ...profileOf(row) })

const shownActor = (row: SubscriberRow | undefined): NotificationActor =>
  row ? { type: 'user', data: row.avatar } : { type: 'none', data: null }

/** The size of a message with these texts, in characters. */
export const sizeOf = (texts: readonly (string | null | undefined)[]) =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), rowSize)
