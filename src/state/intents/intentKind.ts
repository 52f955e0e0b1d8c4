import type { CallOptions } from '../../client/clientOptions.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import type { Guard } from '../../contract/inbox/guard.ts'
import type { InboxCache } from '../cache/cachedPages.ts'
import type { Refresh } from '../cache/refresh.ts'
import type { Intent, PendingIntent, QueuedIntent } from '../log/intent.ts'
import type { IntentLog, IntentLogState } from '../log/intentLog.ts'
import type { Flags } from '../model/mark.ts'

/** The names of the fields that an intent has because of its kind. */
type OwnField<Made extends Intent> = Exclude<keyof Made, keyof Intent>

/** What the user chooses of an intent. `madeOn` by default: the last known deliveries. */
export type Choice<Made extends Intent> = Omit<Made, Exclude<keyof Intent, 'ids' | 'madeOn'>>

/** A kind of intent, whatever its fields and its response are. */
// oxlint-disable-next-line typescript/no-explicit-any -- a kind takes only its own intents: no other type fits all
export type AnyKind = IntentKind<any, any>

/** What kinds know of the inbox when an intent is made. */
export interface ShownInbox extends InboxCache {
  log: Pick<IntentLog, 'getState'>
}

/** An intent that restores what another one changed. */
export interface Restoring {
  /** The name of its kind. */
  kind: string
  choice: Choice<Intent> & Readonly<Record<string, unknown>>
}

/**
 * What the inbox has to know of one kind of intent. Order, gathering, idempotency keys, retries, storage, takeover by
 * other tabs and failures are the same for all kinds.
 */
export interface IntentKind<Made extends Intent, Result> {
  readonly name: Made['kind']
  readonly subject: Made['subject']
  /** Reads its own fields, as storage has them. */
  readonly fields: { readonly [Field in OwnField<Made>]-?: Guard<Made[Field]> } & { readonly ids?: Guard<Made['ids']> }
  /** Sends the request. */
  request: (client: InboxClient, subscriberId: string, intent: Made, options: CallOptions) => Promise<Result>
  /**
   * The intent that does what two do, so that they share a request. Undefined: each needs its own. Without this
   * function, none shares one.
   */
  join?: (first: Made, next: Made) => Made | undefined
  /** The flags of the messages in the response. Without this function it names none. */
  itemsIn?: (response: Result, intent: Made) => (readonly [id: string, flags: Flags])[]
  /** Whether the service may do more than it says, or less. Default: no. */
  isUncertain?: (intent: Made) => boolean
  /** Refetches what the response does not show. */
  refresh: (refresh: Refresh, intent: Made, isContested: boolean, items: ReadonlyMap<string, Flags>) => void
  /**
   * Notes what shows before an intent is made. Returns the intents that restore it, given the response if there is one.
   * Without this function it can't be undone.
   */
  undo?: (inbox: ShownInbox, choice: Choice<Made>) => (response?: Result) => readonly Restoring[]
  /** What the user chooses with a retry after a failure. Default: the same. */
  again?: (failed: Made) => Choice<Made>
  /** What is left of a restored intent that later ones supersede. Undefined: nothing. Default: all of it. */
  withoutSuperseded?: (
    intent: Made & QueuedIntent,
    pending: readonly PendingIntent[],
    log: Pick<IntentLogState, 'settledItems' | 'settledOthers'>,
  ) => QueuedIntent | undefined
  /**
   * Whether it is too late to send it.
   * @param now the current time, in milliseconds since 1970.
   */
  isOver?: (intent: Made, now: number) => boolean
  /** Whether some services lack it. After a response of 404, 405 or 501, it is refused without a request. */
  isOptional?: boolean
  /** Whether it is never sent beside an earlier one, not even while the browser page closes: the later must win. */
  isStrictlyOrdered?: boolean
}
