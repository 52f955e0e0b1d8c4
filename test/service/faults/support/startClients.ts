import { onTestFinished, vi } from 'vitest'
import { flagChanges } from '../../../../src/contract/markRules.ts'
import type { MarkVerb } from '../../../../src/contract/marks.ts'
import { addressed } from './startProviders.ts'

/** The key of the services that these tests start. */
export const apiKey = 'k'

/** No response may take longer, in milliseconds. The service gives up after 5 seconds without a connection, and 10 more. */
const longestResponse = 20_000

/** A repeated request must be acknowledged within this time, in milliseconds. */
const longestOutage = 60_000

/** A running service, whose address changes with each start. */
export interface Target {
  address: string
}

/** What must be stored of a notification. */
interface Expected {
  /** Whether it is also sent over SMS and push. */
  isAlert: boolean
  /** Whether its event was acknowledged. Otherwise it may be stored or not. */
  isAcknowledged: boolean
  /** undefined after a mark that was not acknowledged: it may be applied at any time, or never. */
  flags: { read: boolean; seen: boolean } | undefined
}

/** What must be stored for a subscriber, by the titles of the notifications. */
export type Expectations = Map<string, Expected>

/** A notification of a feed page. */
export interface Stored {
  _id: string
  subject: string
  read: boolean
  seen: boolean
}

/** The subscriber who gets some events of every client. */
const everyone = 'everyone'

/**
 * Starts clients that trigger, mark and mark all until `stop`, each for a subscriber of its own, and record what the
 * service has acknowledged. They repeat most requests until they are acknowledged, and give others up after one attempt.
 */
export const startClients = (targets: readonly Target[], count: number, random: () => number) => {
  const feeds = new Map<string, Expectations>([[everyone, new Map()]])
  /** Responses that no fault explains. */
  const problems: string[] = []
  /** When each attempt without a response was sent. */
  const inFlight = new Set<{ sentAt: number }>()
  /** When the last attempt was sent to each target that it has acknowledged. */
  const acknowledged = new Map<Target, number>()
  const counts = { attempts: 0, acknowledged: 0, repeated: 0 }
  const end = new AbortController()

  const below = (limit: number) => Math.floor(random() * limit)
  const chance = (share: number) => random() < share

  /** Sends a request once. Returns undefined if it was not acknowledged. */
  const attempt = async <Result>(path: string, body?: object, key?: string): Promise<Result | undefined> => {
    const target = targets[below(targets.length)]
    if (!target) throw new Error('no target')
    const isImpatient = chance(0.2)
    const sent = { sentAt: performance.now() }
    inFlight.add(sent)
    counts.attempts += 1
    try {
      const response = await fetch(target.address + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `ApiKey ${apiKey}`, ...(key !== undefined && { 'idempotency-key': key }) },
        signal: AbortSignal.timeout(isImpatient ? Math.ceil(400 ** random()) : longestResponse),
        ...(body && { body: JSON.stringify(body) }),
      })
      const result = (await response.json()) as Result
      // 409: an earlier attempt with this key is still running.
      if (![200, 201, 409, 503].includes(response.status))
        problems.push(`${path}: ${response.status} ${JSON.stringify(result)}`)
      if (!response.ok) return undefined
      if (response.status === 201) {
        counts.acknowledged += 1
        acknowledged.set(target, Math.max(acknowledged.get(target) ?? 0, sent.sentAt))
      }
      return result
    } catch (error) {
      if (!isImpatient && error instanceof Error && error.name === 'TimeoutError')
        problems.push(`${path}: no response within ${longestResponse} ms`)
      return undefined
    } finally {
      inFlight.delete(sent)
    }
  }

  const untilAcknowledged = <Result>(path: string, body?: object, key?: string): Promise<Result> => {
    let isRepetition = false
    return vi.waitFor(
      async () => {
        if (isRepetition) counts.repeated += 1
        isRepetition = true
        const result = await attempt<Result>(path, body, key)
        if (result === undefined) throw new Error(`${path} was not acknowledged`)
        return result
      },
      { timeout: longestOutage, interval: 50 },
    )
  }

  const runClient = async (subscriberId: string) => {
    const feed: Expectations = new Map()
    feeds.set(subscriberId, feed)
    const path = `/v1/subscribers/${subscriberId}`
    let keys = 0
    let isReachable = true

    /** Repeats a write until it is acknowledged, or sends it once. */
    const write = async <Result>(to: string, body: object, isRepeated: boolean): Promise<Result | undefined> => {
      const result = isRepeated
        ? await untilAcknowledged<Result>(to, body, `${subscriberId}-${(keys += 1)}`)
        : await attempt<Result>(to, body)
      isReachable = result !== undefined
      return result
    }

    const trigger = async (number: number, isRepeated: boolean) => {
      const to = number === 0 || chance(0.2) ? [subscriberId, everyone] : [subscriberId]
      const titles = Array.from({ length: 1 + below(3) }, (_, index) => `${subscriberId} ${number}.${index}`)
      // Either of both prevents duplicates: the id of the event, or the key of the request.
      const hasId = chance(0.5)
      const isAlert = chance(0.15)
      const events = titles.map((title) => ({
        ...(isAlert ? { name: 'alert', to: to.map(addressed) } : { name: 'announcement', to }),
        payload: { title, text: 'News' },
        ...(hasId && { transactionId: title }),
      }))
      // An event that is refused, for its unknown field.
      const refused = isAlert && chance(0.3) ? [{ name: 'alert', to, payload: { title: 'refused' }, unknown: 1 }] : []
      const body = { events: [...events, ...refused] }
      const record = (isAcknowledged: boolean) => {
        for (const each of to.map((id) => feeds.get(id)))
          for (const title of titles)
            each?.set(title, {
              isAlert,
              isAcknowledged,
              flags: isAcknowledged ? { read: false, seen: false } : undefined,
            })
      }
      record(false)
      const url = '/v1/events/trigger/bulk'
      const results =
        isRepeated && hasId
          ? await untilAcknowledged<{ status: string }[]>(url, body)
          : await write<{ status: string }[]>(url, body, isRepeated)
      if (!results) return
      const isExpected = results.every(
        ({ status }, index) => status === (index < events.length ? 'processed' : 'error'),
      )
      if (!isExpected) problems.push(JSON.stringify(results))
      record(true)
    }

    const markSome = async (verb: MarkVerb, isRepeated: boolean) => {
      const page = await untilAcknowledged<{ data: Stored[] }>(`${path}/notifications/feed?limit=10&page=${below(3)}`)
      const chosen = page.data.flatMap(({ _id, subject }) => {
        const expected = feed.get(subject)
        if (!expected) problems.push(`${subscriberId} has ${subject}, which was not sent`)
        return expected?.flags && chance(0.4) ? [{ _id, expected, flags: expected.flags }] : []
      })
      if (chosen.length === 0) return
      for (const { expected } of chosen) expected.flags = undefined
      const body = { messageId: chosen.map(({ _id }) => _id), markAs: verb }
      const messages = await write<unknown[]>(`${path}/messages/mark-as`, body, isRepeated)
      if (!messages) return
      if (messages.length !== chosen.length) problems.push(`${chosen.length} marked, ${messages.length} returned`)
      for (const { expected, flags } of chosen) expected.flags = { ...flags, ...flagChanges[verb] }
    }

    const markAll = async (verb: MarkVerb) => {
      await write(`${path}/messages/mark-all`, { markAs: verb }, true)
      for (const { flags } of feed.values()) if (flags) Object.assign(flags, flagChanges[verb])
    }

    const verbs = Object.keys(flagChanges) as MarkVerb[]
    for (let number = 0; !end.signal.aborted; number += 1) {
      // After a failure, a request that is repeated waits until the service responds again.
      const isRepeated = !isReachable || number === 0 || chance(0.75)
      const verb = verbs[below(verbs.length)] ?? 'read'
      if (number === 0 || chance(0.5)) await trigger(number, isRepeated)
      else if (chance(0.8)) await markSome(verb, isRepeated)
      else await markAll(verb)
    }
  }

  let alerts = 0
  /** Triggers so many alerts for everyone, until they are acknowledged. Returns their titles. */
  const alertEveryone = async (size: number) => {
    const titles = Array.from({ length: size }, () => `alert ${(alerts += 1)}`)
    const record = (isAcknowledged: boolean) => {
      const flags = isAcknowledged ? { read: false, seen: false } : undefined
      for (const title of titles) feeds.get(everyone)?.set(title, { isAlert: true, isAcknowledged, flags })
    }
    record(false)
    const to = [addressed(everyone)]
    // A digest has at most 100 events.
    const events = titles.map((title, index) => ({
      name: 'alert',
      to,
      payload: { title, group: index % 8 },
      transactionId: title,
    }))
    await untilAcknowledged('/v1/events/trigger/bulk', { events })
    record(true)
    return titles
  }

  const clients = Promise.all(Array.from({ length: count }, (_, index) => runClient(`reader-${index}`)))
  // The test fails in `stop`. Until then, this is no unhandled rejection.
  clients.catch((error: unknown) => problems.push(String(error)))
  onTestFinished(() => end.abort())
  return {
    feeds,
    problems,
    counts,
    alertEveryone,
    /** What is missing until the service works again: earlier requests end, and each service acknowledges a later one. */
    missingSince: (time: number) => ({
      problems,
      unanswered: [...inFlight].filter(({ sentAt }) => sentAt <= time).length,
      silent: targets.filter((target) => (acknowledged.get(target) ?? 0) <= time).length,
    }),
    /** Ends the clients when each has completed its request. */
    stop: async () => {
      end.abort()
      await clients
    },
  }
}

/** Clients at work. */
export type Clients = ReturnType<typeof startClients>
