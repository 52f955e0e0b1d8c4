import { isHttpError } from '../../client/errors/HttpError.ts'
import { cachedDeliveries } from '../cache/cachedPages.ts'
import type { FailedIntent, Intent } from '../log/intent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import type { AnyKind, Choice, IntentKind } from './intentKind.ts'
import { createIntentSender, type IntentSenderOptions } from './intentSender.ts'
import { kindOf } from './kinds.ts'
import { knownUntil } from './knownUntil.ts'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts'

/** How an intent is made. */
export interface How extends Pick<Intent, 'isQuiet' | 'madeOn'> {
  /** Holds it back, under this id, until `log.queue` or the end of the browser page. `release` undoes it. */
  heldAs?: string
}

/** The outbox of an inbox, with the code that sends what is in it. */
export interface ConnectedOutbox {
  make<Made extends Intent, Result>(kind: IntentKind<Made, Result>, choice: Choice<Made>, how?: How): Promise<Result>
  /** Takes held intents back: they are not sent. */
  release(ids: ReadonlySet<string>): void
  /** Whether the service can do it, as far as it is known. */
  isSupported(kind: Pick<AnyKind, 'name'>): boolean
  /** Sends every queued intent at once, beside those in flight, because the browser page is closing. */
  flush: Outbox['flush']
}

interface ConnectOptions extends IntentSenderOptions, Pick<OutboxOptions, 'gather' | 'restored'> {
  /** Called before an intent is in the log. */
  beforeMake: (intent: Intent) => void
}

/** Connects the outbox of one inbox. From then on, intents in its log are sent. */
export type ConnectOutbox = (options: ConnectOptions) => ConnectedOutbox

/** Whether a response shows that the service lacks the operation. */
const isLacking = (error: unknown): error is Error => isHttpError(error) && [404, 405, 501].includes(error.status)

export const connectOutbox: ConnectOutbox = (options) => {
  const { log, newId, tick, beforeMake, tabs } = options
  const { add, flush } = createOutbox({ ...options, send: createIntentSender(options) })
  /** By kind, the response that showed that the service lacks its operation. */
  const refusals = new Map<string, Error>()
  return {
    make: async ({ name, subject, isOptional }, choice, { heldAs, ...how } = {}) => {
      const refusal = refusals.get(name)
      if (refusal) throw refusal
      const madeOn = choice.ids && cachedDeliveries(options, choice.ids)
      const wanted: Intent = { id: heldAs ?? newId(), kind: name, subject, madeOn, ...choice }
      const intent: Intent = { ...wanted, until: knownUntil(options, wanted), madeAt: tick(), ...how }
      beforeMake(intent)
      if (heldAs !== undefined) tabs.broadcast({ kind: 'held', intent })
      try {
        return (await add(intent, heldAs === undefined ? undefined : 'held')) as never
      } catch (error) {
        if (heldAs !== undefined) tabs.broadcast({ kind: 'released', intentIds: [heldAs] })
        if (isOptional && isLacking(error)) refusals.set(name, error)
        throw error
      }
    },
    release: (ids) => {
      log.drop(ids)
      tabs.broadcast({ kind: 'released', intentIds: [...ids] })
    },
    isSupported: ({ name }) => !refusals.has(name),
    flush,
  }
}

/** The part of a store that makes intents. */
export interface ActingInbox {
  connectOutbox: (connect: ConnectOutbox) => ConnectedOutbox
}

/**
 * Makes an intent. It shows at once. Rejects if it failed: the log then has it as failed, unless it is quiet. See
 * `markMessages` for any number of messages.
 */
export const makeIntent = <Made extends Intent, Result>(
  inbox: ActingInbox,
  kind: IntentKind<Made, Result>,
  choice: Choice<Made>,
  how?: How,
): Promise<Result> => inbox.connectOutbox(connectOutbox).make(kind, choice, how)

/** Makes a failed intent again. */
export const retryIntent = (
  inbox: ActingInbox & { log: Pick<IntentLog, 'dismiss'> },
  { error: _error, ...failed }: FailedIntent,
): Promise<unknown> => {
  const kind = kindOf(failed)
  const { id, kind: _kind, subject: _subject, ...choice }: Choice<Intent> & Intent = failed
  inbox.log.dismiss(id)
  return makeIntent(inbox, kind, kind.again?.(failed) ?? choice)
}
