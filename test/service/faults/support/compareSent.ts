import { expect } from 'vitest'
import type { Message } from '../../../../src/contract/index.ts'
import { sql } from '../../../../src/service/database/kysely.ts'
import { openDatabase } from '../../../../src/service/index.ts'
import { call } from '../../support/serving.ts'
import { apiKey, type Clients } from './startClients.ts'
import { type Providers, titlesOf } from './startProviders.ts'

/** How the messages that providers received differ from those that the service has acknowledged. */
interface Differences {
  /** Of acknowledged events, but not listed. */
  lost: string[]
  /** Listed more than once: each would have an idempotency key of its own. */
  repeated: string[]
  /** Received, but of no message that is stored, or with another text or recipient. */
  unknown: string[]
  /** The state of a message is not what its provider decided. */
  states: string[]
}

/** Nothing differs. */
export const allSent: Differences = { lost: [], repeated: [], unknown: [], states: [] }

/**
 * Makes all messages due that wait for another try, up to an hour, and all workflows that wait. No service is running.
 * @returns the number of those that would wait longer, by the clock of the database.
 */
export const endPauses = async (data: string): Promise<number> => {
  const { kysely, close } = await openDatabase(data)
  const { rows } = await sql<{ late: number }>`
    select (
      (select count(*) from tidings.messages where send_at > now() + interval '61 minutes')
      + (select count(*) from tidings.runs where due_at > now() + interval '1 minute')
    )::integer as late`.execute(kysely)
  await sql`update tidings.messages set send_at = now() - interval '1 minute' where send_at is not null`.execute(kysely)
  await sql`update tidings.runs set due_at = now() - interval '1 minute'`.execute(kysely)
  await close()
  return rows[0]?.late ?? 0
}

const readAll = async (address: string, channel: string): Promise<Message[]> => {
  const messages: Message[] = []
  for (let page = 0; ; page += 1) {
    const { body } = await call(address, apiKey, `/v1/messages?channel=${channel}&limit=100&page=${page}`)
    messages.push(...(body['data'] as Message[]))
    if (body['hasMore'] !== true) return messages
  }
}

/**
 * Waits until no message waits, and compares what providers have received with what clients have recorded. The
 * providers work, and no client is at work any more.
 * @param mayGiveUp whether the clock was set, so that the hour of the tries can have passed.
 */
export const compareSent = async (
  address: string,
  { feeds }: Clients,
  providers: Pick<Providers, 'sms' | 'push'>,
  { mayGiveUp }: { mayGiveUp: boolean },
): Promise<Differences> => {
  const differences = structuredClone(allSent)
  const { lost, repeated, unknown, states } = differences
  for (const channel of ['sms', 'push'] as const) {
    const { deliveries } = providers[channel]
    const recipientOf = ({ phone, deviceTokens }: Message) => (channel === 'sms' ? phone : deviceTokens?.[0])
    const nameOf = (recipient: string | undefined, title: string) => `${channel}, ${recipient}: ${title}`
    const namesOf = (message: Message) =>
      titlesOf(String(message.content)).map((title) => nameOf(recipientOf(message), title))
    const acknowledged = [...feeds].flatMap(([subscriberId, feed]) =>
      [...feed].flatMap(([title, { isAcknowledged, isAlert }]) =>
        isAcknowledged && isAlert ? nameOf(subscriberId, title) : [],
      ),
    )
    const missing = async () => {
      const messages = await readAll(address, channel)
      const listed = new Set(messages.flatMap(namesOf))
      return [
        ...acknowledged.filter((name) => !listed.has(name)),
        ...messages.flatMap(({ _id, status }) => (status === 'warning' ? `${_id} waits` : [])),
      ]
    }
    await expect.poll(missing, { timeout: 60_000, interval: 200 }).toEqual([])
    const messages = await readAll(address, channel)
    const byKey = new Map(messages.map((message) => [message._id, message]))
    const names = new Set<string>()
    for (const message of messages) {
      for (const name of namesOf(message)) {
        if (names.has(name)) repeated.push(name)
        names.add(name)
      }
      const decisions = new Set(deliveries.flatMap(({ key, decision }) => (key === message._id ? [decision] : [])))
      const isRight =
        (message.status === 'sent' && decisions.has('accepted')) ||
        (message.errorId === 'refused' && decisions.has('refused')) ||
        (message.errorId === 'not_sent' && channel === 'sms' && mayGiveUp)
      if (!isRight)
        states.push(
          `${namesOf(message).join()} is ${message.status} ${message.errorId}, but was ${[...decisions].join()}`,
        )
    }
    for (const { key, recipient, title } of deliveries) {
      const message = byKey.get(key)
      const isKnown = message && recipientOf(message) === recipient && message.content === title
      const isOfAlerts = titlesOf(title).every((each) => feeds.get(recipient)?.get(each)?.isAlert)
      if (!isKnown || !isOfAlerts) unknown.push(nameOf(recipient, title))
    }
    lost.push(...acknowledged.filter((name) => !names.has(name)))
    const count = (decision: string) => deliveries.filter((delivery) => delivery.decision === decision).length
    const again = deliveries.length - new Set(deliveries.map(({ key }) => key)).size
    process.stdout.write(
      `${channel}: ${messages.length} messages, ${count('accepted')} accepted, ${count('refused')} refused, ` +
        `${count('failed')} failed, ${again} repetitions\n`,
    )
  }
  return differences
}
