import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { operations, type FeedPage, type Message, type TriggerResult } from '../../../src/contract/index.ts'
import { createService, type Service, type ServiceOptions, type WorkspaceInput } from '../../../src/service/index.ts'
import type { Engine } from './engines.ts'
import { workspace } from './workspace.ts'

/** The API key of a world. */
export const apiKey = 'test-key-1'

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** A service in its own environment, with a manual clock. */
export interface World {
  /** The service. */
  service: Service
  /** Id of its environment. */
  environmentId: string
  /** The clock of the service. */
  clock: { now: Date; advance(milliseconds: number): void }
  /** The lines that the service logged. */
  log: string[]
  /** Sends a request with the key. A body other than a string is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Returns a feed page, validated against the contract: it has no unreadable notifications. */
  feed(subscriberId: string, query?: string): Promise<FeedPage>
  /** Triggers events and expects all of them to be processed. */
  trigger(...events: object[]): Promise<TriggerResult[]>
  /** Marks messages, and returns them. */
  mark(subscriberId: string, messageId: string | string[], markAs: string): Promise<Message[]>
}

type Options = Partial<Omit<ServiceOptions, 'database' | 'workspace'>> & {
  environmentId?: string
  /** Leaves the time to the database, as in production. `clock` has no effect then. */
  hasDatabaseTime?: boolean
  change?: (workspace: WorkspaceInput) => void
}

/** A second world with the same environmentId is the service after a restart. */
export const createWorld = async ({ database }: Pick<Engine, 'database'>, options: Options = {}): Promise<World> => {
  const { environmentId = randomUUID(), hasDatabaseTime = false, change, ...rest } = options
  const clock = {
    now: new Date('2026-03-01T12:00:00.000Z'),
    advance: (milliseconds: number) => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
  }
  const log: string[] = []
  const file = workspace(environmentId)
  change?.(file)
  const service = await createService({
    database,
    workspace: file,
    apiKeys: [apiKey],
    ...(!hasDatabaseTime && { now: () => clock.now }),
    log: (line) => void log.push(line),
    // Many worlds share a server, which has a limited number of connections. See test/service/live.
    live: false,
    ...rest,
  })

  // It has timers, which would run during the tests of other files.
  if (hasDatabaseTime) onTestFinished(() => service.close())

  const call: World['call'] = async (method, path, body, headers = {}) => {
    const response = await service(
      new Request(`http://service.test${path}`, {
        method,
        headers: { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      }),
    )
    const { status } = response
    // Only a response without a body has no content type.
    expect(response.headers.get('content-type')).toBe(status === 204 ? null : 'application/json; charset=utf-8')
    const text = await response.text()
    return { status, headers: response.headers, body: status === 204 && text === '' ? undefined : JSON.parse(text) }
  }

  return {
    service,
    environmentId,
    clock,
    log,
    call,
    feed: async (subscriberId, query = '') => {
      const { status, body } = await call('GET', `/v1/subscribers/${subscriberId}/notifications/feed${query}`)
      expect({ status, body }).toMatchObject({ status: 200 })
      const page = z.parse(operations.getFeed.response, body)
      expect(page.unreadable).toEqual([])
      return page
    },
    trigger: async (...events) => {
      const { status, body } = await call('POST', '/v1/events/trigger/bulk', { events })
      expect(status).toBe(201)
      const results = z.parse(operations.bulkTrigger.response, body)
      expect(results.map((result) => result.status)).toEqual(events.map(() => 'processed'))
      return results
    },
    mark: async (subscriberId, messageId, markAs) => {
      const { status, body } = await call('POST', `/v1/subscribers/${subscriberId}/messages/mark-as`, {
        messageId,
        markAs,
      })
      expect({ status, body }).toMatchObject({ status: 201 })
      return z.parse(operations.markAs.response, body)
    },
  }
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array
