import { createInboxClient, createServiceClient, type InboxClient, type ServiceClient } from '../../src/client/index.ts'
import type { Behavior } from '../../src/contract/behavior.ts'
import {
  subscriberOperations,
  type SubscriberOperationName,
} from '../../src/contract/extensions/subscriberOperations.ts'
import { openEnvelope, operationPath } from '../../src/contract/index.ts'

/** A message of the subscriber when a test starts. All are unread and unseen. */
export interface Given {
  /** Its content, which identifies the message in tests. */
  text: string
  /** Identifier of its feed. */
  feed?: 'activity' | 'billing'
  /** Additional fields of its payload. */
  payload?: Record<string, unknown>
  /** Sent by email, so no feed lists it. */
  isMail?: boolean
  /** Minutes after the start. Default: its index in the list. */
  minute?: number
}

/** Inputs of a service. */
export interface Arrangement {
  /** The subscriber's messages. */
  messages: readonly Given[]
  /** Which service's behavior to implement. */
  behavior: Behavior
  /** Returns the time in milliseconds since 1970. */
  now: () => number
}

/**
 * A service with the subscriber "ada" and five workflows: "activity" and "billing" post to the feeds of these
 * names, "plain" to none, "mail" sends email, and "alert" is critical. Each message's payload contains its `text`. The
 * fetch function handles authentication.
 */
export type MakeService = (arrangement: Arrangement) => Promise<typeof fetch>

/** A service under test and its behavior. */
export interface Conformance {
  /** Creates the service. */
  make: MakeService
  /** The behavior of the service. */
  behavior: Behavior
}

export interface RawAnswer {
  status: number
  headers: Headers
  /** The body without its envelope. */
  body: unknown
  /** The body as it was sent. */
  raw: unknown
}

interface RawCall {
  query?: string
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  subscriberId?: string
  method?: string
}

/** A service under test. */
export interface Subject {
  /** A client of the service. */
  client: InboxClient
  /** A client of a server. */
  server: ServiceClient
  /** Sends a request without the client. */
  call(operation: SubscriberOperationName, call?: RawCall): Promise<RawAnswer>
  /** Texts of a feed page, from the top. */
  texts(query?: Parameters<InboxClient['getFeed']>[1]): Promise<string[]>
  /** The id of the message with this text. */
  id(text: string): Promise<string>
  /** The flags of all messages in the feed, by text: "read", "seen", both or "". */
  flags(): Promise<Record<string, string>>
  /** The clock of the service. */
  clock: { advance(ms: number): void }
}

const baseUrl = 'http://service.test'

export const createSubject = async ({ make, behavior }: Conformance, messages: readonly Given[]): Promise<Subject> => {
  let now = Date.UTC(2026, 5, 1, 12)
  const fetch = await make({ messages, behavior, now: () => now })
  const client = createInboxClient({ baseUrl, fetch, retry: false })
  const server = createServiceClient({ baseUrl, fetch, retry: false, apiKey: 'replaced' })
  const everything = async () => (await client.getFeed('ada', { limit: 100 })).data

  return {
    client,
    server,
    call: async (name, { query = '', body, headers = {}, subscriberId = 'ada', method } = {}) => {
      const operation = subscriberOperations[name]
      const response = await fetch(`${baseUrl}${operationPath(operation, subscriberId)}${query}`, {
        method: method ?? operation.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const raw: unknown = await response.json()
      return { status: response.status, headers: response.headers, body: openEnvelope(raw), raw }
    },
    texts: async (query) => (await client.getFeed('ada', query)).data.map(({ content }) => content),
    id: async (text) => {
      const found = (await everything()).find(({ content }) => content === text)
      if (!found) throw new Error(`No message has the text "${text}".`)
      return found._id
    },
    flags: async () =>
      Object.fromEntries(
        (await everything()).map(({ content, read, seen }) => [
          content,
          [read && 'read', seen && 'seen'].filter(Boolean).join(' '),
        ]),
      ),
    clock: { advance: (ms) => void (now += ms) },
  }
}

export const texts = (...names: string[]): Given[] => names.map((text) => ({ text }))
