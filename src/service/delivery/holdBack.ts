import type { Channel } from '../../contract/channel.ts'
import { nextDelivery } from '../../schedule/nextDelivery.ts'
import type { SubscriberRow } from '../database/tables.ts'
import { zoneOf } from '../timeZone.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import { choicesOf, isEnabledFor } from '../workspace/preferencesOf.ts'

/** What the preferences of a recipient say of a message. */
export type Hold =
  /** It is sent now. */
  | { kind: 'none' }
  /** It is sent when the delivery hours begin, if they are still the same then. */
  | { kind: 'later'; from: Date }
  /** It is not sent. */
  | { kind: 'off'; reason: string }

/** A message, as far as preferences depend on it. */
export interface Holdable {
  channel: Channel
  recipient: SubscriberRow
  /** Undefined: the workspace no longer has it. */
  workflow: CatalogWorkflow | undefined
  time: Date
}

/** Decides whether a message may be sent. */
export type HoldBack = (message: Holdable) => Hold

/**
 * Obeys the preferences of recipients: the channels that they switched off, and their delivery hours. Those of the
 * workflow `critical` are sent at once, and so are messages whose hours can't be read.
 * @param timeZone IANA zone of recipients without one.
 */
export const createHoldBack =
  (catalog: Catalog, timeZone: string): HoldBack =>
  ({ channel, recipient, workflow, time }) => {
    if (!workflow || workflow.critical) return { kind: 'none' }
    if (!isEnabledFor(catalog, recipient, workflow, channel))
      return {
        kind: 'off',
        reason: `The subscriber has switched off ${channel}, all of them or those of this workflow.`,
      }
    const { global } = choicesOf(catalog, recipient)
    // Most have no schedule, and a wall clock takes longer than the rest.
    if (channel === 'in_app' || !global?.schedule?.isEnabled) return { kind: 'none' }
    const delivery = nextDelivery(global.schedule, zoneOf(recipient, timeZone), time.getTime())
    if (delivery.kind === 'never') return { kind: 'off', reason: 'The subscriber has switched off all delivery hours.' }
    return delivery.kind === 'later' ? { kind: 'later', from: new Date(delivery.from) } : { kind: 'none' }
  }
