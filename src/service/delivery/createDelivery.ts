import { setMaxListeners } from 'node:events'
import type { Channel } from '../../contract/channel.ts'
import type { Integration } from '../../contract/integration.ts'
import { isObject } from '../../contract/isObject.ts'
import type { Database } from '../database/connect.ts'
import { isUnavailable } from '../database/DatabaseError.ts'
import { inTransaction } from '../database/inTransaction.ts'
import type { Trx } from '../database/tables.ts'
import { stableId } from '../ids.ts'
import { createPoller } from '../poller.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { type Addresser, createAddresser, heldBack, noIntegration, noSender, type Reason } from './addressMessage.ts'
import { builtInSenders } from './builtInSenders.ts'
import { chooseIntegration } from './chooseIntegration.ts'
import {
  adoptMessages,
  type ClaimedMessage,
  claimMessages,
  countWaiting,
  type EndColumns,
  leaseTime,
  rewindMessages,
  selectNextDue,
  storeEnd,
  storeSent,
} from './claimMessages.ts'
import { createHoldBack } from './holdBack.ts'
import { planDelivery } from './planDelivery.ts'
import { removeDeadTokens } from './removeDeadTokens.ts'
import type { OutgoingMessage, Senders } from './sender.ts'
import { trySend } from './trySend.ts'
import { createUnsubscribeLinks, type UnsubscribeLinks } from './unsubscribeLinks.ts'

export { type Addresser, createPastAddresser } from './addressMessage.ts'
export { recheckHeld } from './claimMessages.ts'
export { readPublicUrl, type Unsubscription, unsubscribePath } from './unsubscribeLinks.ts'

/** The most messages that one integration sends at once: a slow provider delays no other one. */
const mostAtOnce = 10

/** How long `stop` waits for messages that are being sent, in milliseconds. */
const stoppingTime = 3_000

/** How a try ended, for the metrics. */
export type DeliveryOutcome = 'sent' | 'failed' | 'retried'

/** The messages that wait to be sent. */
export interface Waiting {
  count: number
  /** For how long the one is due that is due longest, in seconds. */
  overdue: number
}

/** How often they are counted, in milliseconds. */
const timePerCount = 15_000

/** Sends messages over email, SMS, chat and push. */
export interface Delivery {
  /** Addresses a new message. Its columns make it wait to be sent. */
  address: Addresser
  /** The messages that wait to be sent, at most 30 seconds ago. The metrics so need no database. */
  waiting(): Waiting
  /** What the token of a link in a mail switches off. undefined if no service on this database has signed it. */
  readUnsubscribeToken: UnsubscribeLinks['read']
  /** Prepares the start, in its transaction. */
  prepare(trx: Trx): Promise<void>
  /** Sends what is due from now on, until `stop`. */
  start(): void
  /** Sends what is due now: after the commit of a request that has stored messages. */
  notify(): void
  /** Lets the tries end that have begun, for three seconds at most. The next process repeats the others. */
  stop(): Promise<void>
}

interface DeliveryOptions {
  catalog: Catalog
  /** Senders beside the built-in ones. */
  senders: Senders
  /** Whether addresses of subscribers may be in private networks. */
  allowsPrivate: boolean
  /** IANA zone of the delivery hours of subscribers without one. */
  timeZone: string
  /** The service's own address for mail providers, from readPublicUrl. Undefined: mails have no link. */
  publicUrl: string | undefined
  /** Undefined: the database's time counts, which is the same for all processes. */
  now: (() => Date) | undefined
  monotonic: () => number
  /** Whether `waiting` is used. */
  hasMetrics: boolean
  /** Counts the end of a try. */
  count?: ((channel: Channel, outcome: DeliveryOutcome) => void) | undefined
  /** Called after the end of messages for which runs may wait. */
  onEnd: () => void
  log: (line: string) => void
}

/**
 * Creates the queue of an environment, and what works on it. A message is its own job: it waits until its `send_at`.
 * The first process to find it due claims it for 30 seconds, sends it outside of any transaction, and stores the
 * result. If the process is killed, the message is due again after these 30 seconds.
 */
export const createDelivery = (
  { kysely }: Database,
  {
    catalog,
    senders: own,
    allowsPrivate,
    timeZone,
    publicUrl,
    now,
    monotonic,
    hasMetrics,
    count,
    onEnd,
    log,
  }: DeliveryOptions,
): Delivery => {
  const { environmentId } = catalog
  // A map: the name of a provider may be that of a property of every object.
  const senders = new Map(Object.entries({ ...builtInSenders, ...own }))
  const holdBack = createHoldBack(catalog, timeZone)
  const links = createUnsubscribeLinks(publicUrl)
  const integrations = catalog.integrations.filter(({ channel }) => channel !== 'in_app')
  const byId = new Map(integrations.map((integration) => [integration._id ?? '', integration]))
  /** The queue of messages whose integration the workspace no longer has. */
  const orphans = stableId(environmentId, 'messages of removed integrations')
  /** Those that may have messages. A service that only has an inbox asks its database for none. */
  let queueIds = [...byId.keys()]
  const inFlight = new Map<string, number>()
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  // Each try listens.
  setMaxListeners(0, stopping.signal)
  /** The integrations that failed last, so that a provider that is down is logged once. */
  const failing = new Set<string>()

  const stopsOnFail = ({ template_identifier: identifier }: ClaimedMessage['row']) =>
    catalog.workflows.get(identifier)?.steps.some((step) => step.kind === 'message' && step.shouldStopOnFail)

  const flightsOf = (id: string) => inFlight.get(id) ?? 0
  // Claiming each message alone would be a transaction for each.
  const freeQueues = () => queueIds.filter((id) => flightsOf(id) <= mostAtOnce / 2)

  let waiting: Waiting = { count: 0, overdue: 0 }
  let counting = { at: Number.NEGATIVE_INFINITY, ended: Promise.resolve() }
  const startCounting = () => {
    const ended = countWaiting(kysely, queueIds).then(
      (counted) => void (waiting = counted),
      // The poller reports what is wrong with the database.
      () => {},
    )
    counting = { at: monotonic(), ended }
  }

  const poller = createPoller({
    kysely,
    now,
    monotonic,
    log,
    failure: 'Messages were not sent',
    selectNext: (until) => {
      if (hasMetrics && queueIds.length > 0 && monotonic() - counting.at >= timePerCount) startCounting()
      const free = freeQueues()
      return free.length > 0 ? selectNextDue(free, until) : undefined
    },
    step: async (time) => {
      const lease = new Date(time.getTime() + leaseTime)
      const queues = freeQueues().map((id) => ({ id, most: mostAtOnce - flightsOf(id) }))
      const { claimed, settled } = await inTransaction(kysely, 'write', (trx) =>
        claimMessages(trx, queues, { time, lease }),
      )
      for (const message of claimed) begin(message, lease)
      if (settled > 0) onEnd()
      return claimed.length + settled > 0
    },
    rewind: (trx, time) => rewindMessages(trx, queueIds, time),
  })

  const begin = (message: ClaimedMessage, lease: Date) => {
    const queue = message.row.integration_id ?? orphans
    inFlight.set(queue, flightsOf(queue) + 1)
    const ended = send(message, lease)
      .catch((error: unknown) => {
        // The message is sent again when the lease ends.
        if (!isUnavailable(error)) log(`The end of a try of message ${message.row.id} was not stored: ${String(error)}`)
      })
      .finally(() => {
        if (stopsOnFail(message.row)) onEnd()
        sending.delete(ended)
        inFlight.set(queue, flightsOf(queue) - 1)
        if (flightsOf(queue) <= mostAtOnce / 2) poller.lookNow()
      })
    sending.add(ended)
  }

  /** The integration that was chosen for the event, or else another one that can be used now. */
  const integrationOf = ({ row, recipient }: ClaimedMessage): Integration | undefined => {
    const chosen = byId.get(row.integration_id ?? '')
    if (chosen?.active) return chosen
    return chooseIntegration(integrations, { channel: row.channel, recipient, payload: row.payload })
  }

  const send = async (claimed: ClaimedMessage, lease: Date): Promise<void> => {
    const { row, recipient } = claimed
    const { channel } = row
    const store = async (columns: Partial<EndColumns>) => {
      await inTransaction(kysely, 'write', (trx) => storeEnd(trx, row, { lease, time: poller.time(), columns }))
    }
    const giveUp = (reason: Reason) => store({ ...reason, status: 'warning', send_at: null })
    const workflow = catalog.workflows.get(row.template_identifier)
    // Again: the recipient may have changed the preferences while the message waited.
    const hold = holdBack({ channel, recipient, workflow, time: poller.time() })
    if (hold.kind !== 'none') return store({ ...heldBack(hold), status: 'warning' })
    const integration = integrationOf(claimed)
    if (!integration) return giveUp(noIntegration(channel))
    const { identifier, providerId, credentials } = integration
    const sender = senders.get(providerId)
    if (!sender) return giveUp(noSender(integration))
    const unsubscribeUrl =
      channel === 'email' && workflow && !workflow.critical
        ? links.urlOf({ subscriberKey: recipient.id, workflowId: workflow.id })
        : undefined
    const result = await trySend(sender, { ...outgoing(claimed, integration), unsubscribeUrl }, credentials, {
      stopping: stopping.signal,
      allowsPrivate,
      now: () => poller.time(),
    })
    const time = poller.time()
    switch (result.kind) {
      case 'stopped':
        return store({ send_at: time })
      case 'sent': {
        const { deadTokens } = result
        await inTransaction(kysely, 'write', async (trx) => {
          if (deadTokens.length > 0) await removeDeadTokens(trx, row, { deadTokens, time })
          await storeSent(trx, row, { time, providerId })
        })
        if (failing.delete(identifier)) log(`Messages are sent over ${JSON.stringify(identifier)} again.`)
        return count?.(channel, 'sent')
      }
      case 'failed': {
        const { error } = result
        const plan = planDelivery(error, { tries: row.tries ?? 0, time })
        const isStored = await inTransaction(kysely, 'write', async (trx) => {
          if (error.deadTokens.length > 0) await removeDeadTokens(trx, row, { deadTokens: error.deadTokens, time })
          return storeEnd(trx, row, { lease, time, columns: { ...plan, provider_id: providerId } })
        })
        // Another process has sent it.
        if (!isStored) return
        if (plan.status === 'error')
          log(`Message ${row.id} was not sent over ${JSON.stringify(identifier)}: ${plan.error_text}`)
        else if (!failing.has(identifier)) {
          failing.add(identifier)
          log(`Sending over ${JSON.stringify(identifier)} failed, and is tried again: ${error.message}`)
        }
        return count?.(channel, plan.status === 'error' ? 'failed' : 'retried')
      }
    }
  }

  return {
    address: createAddresser(catalog.integrations, { senders, holdBack }),
    waiting: () => waiting,
    readUnsubscribeToken: links.read,
    prepare: async (trx) => {
      await links.prepare(trx)
      const known = [...byId.keys()]
      const hasOrphans = await adoptMessages(trx, { environmentId, known, adopter: orphans })
      queueIds = hasOrphans ? [...known, orphans] : known
    },
    start: () => {
      const unknown = integrations.filter(({ active, providerId }) => active && !senders.has(providerId))
      for (const integration of unknown) log(noSender(integration).error_text)
      const sendsMail = integrations.some((each) => each.channel === 'email' && each.active && !unknown.includes(each))
      if (sendsMail && publicUrl === undefined) log(noPublicUrl)
      poller.start()
    },
    notify: () => poller.lookNow(),
    stop: async () => {
      await poller.stop()
      const late = setTimeout(() => stopping.abort(), stoppingTime)
      // A try that ends begins no other one.
      await Promise.all([...sending, counting.ended])
      clearTimeout(late)
    },
  }
}

const noPublicUrl =
  'Mails have no List-Unsubscribe header, which large mail providers require of senders of many mails. Pass ' +
  '--public-url https://… (publicUrl in code), the address at which the internet reaches this service.'

const outgoing = (
  { row, recipient }: ClaimedMessage,
  { _id, providerId }: Integration,
): Omit<OutgoingMessage, 'unsubscribeUrl'> => {
  const overrides = row.overrides[providerId]
  const credentials = recipient.channels.find(({ _integrationId }) => _integrationId === _id)?.credentials ?? {}
  // The addresses in the message are those for the integration that it was stored for.
  const isChosen = row.integration_id === _id
  return {
    id: row.id,
    channel: row.channel as OutgoingMessage['channel'],
    subscriberId: recipient.subscriber_id,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    webhookUrl: isChosen ? (row.direct_webhook_url ?? undefined) : credentials.webhookUrl,
    deviceTokens: isChosen ? row.device_tokens : (credentials.deviceTokens ?? []),
    recipientCredentials: credentials,
    subject: row.subject ?? undefined,
    content: row.content,
    payload: row.payload,
    overrides: isObject(overrides) ? overrides : {},
  }
}
