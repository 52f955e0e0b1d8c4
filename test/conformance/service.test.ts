import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { behaviors } from '../../src/contract/behavior.ts'
import {
  createService,
  type Database,
  openDatabase,
  seedHistory,
  type WorkspaceInput,
} from '../../src/service/index.ts'
import { testEpoch } from '../../src/testing/index.ts'
import { createDatabase, sharedMemory } from '../service/support/engines.ts'
import { type AtEnd, startPgBouncer } from '../service/support/liveServers.ts'
import { describeTriage } from './describeTriage.ts'
import { describeInbox } from './inboxConformance.ts'
import type { MakeService } from './subject.ts'

const apiKey = 'conformance-key'

const inApp = (identifier: string, more: object = {}) => ({
  identifier,
  name: identifier,
  steps: [{ channel: 'in_app' as const, content: '{{payload.text}}', ...more }],
})

const workspaceOf = (environmentId: string): WorkspaceInput => ({
  organizationId: `org_${environmentId}`,
  environmentId,
  workflows: [
    inApp('activity', { feed: 'activity' }),
    inApp('billing', { feed: 'billing' }),
    inApp('plain'),
    { identifier: 'mail', name: 'Mail', steps: [{ channel: 'email', subject: 'Mail', content: '{{payload.text}}' }] },
    { ...inApp('alert'), critical: true },
  ],
  integrations: [{ name: 'Mail', identifier: 'mail-1', providerId: 'sendgrid', channel: 'email' }],
  subscribers: [{ subscriberId: 'ada', email: 'ada@example.com' }],
})

const openUntil = async (atEnd: AtEnd, ...to: Parameters<typeof openDatabase>) => {
  const database = await openDatabase(...to)
  atEnd(() => database.close())
  return database
}

/** The service must behave the same on each database. */
const describeDatabase = (open: (atEnd: AtEnd) => Promise<Database>) => {
  const ends: Parameters<AtEnd>[0][] = []
  let database: Database
  beforeAll(async () => {
    database = await open((end) => void ends.push(end))
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  const make: MakeService = async ({ messages, behavior, now }) => {
    // Each test has its own environment in the shared database.
    const workspace = workspaceOf(randomUUID())
    const service = await createService({
      database,
      workspace,
      apiKeys: [apiKey],
      behavior,
      now: () => new Date(now()),
      // The services of all tests share a server, which has a limited number of connections.
      live: false,
    })
    const history = messages.map(({ text, feed = 'plain', payload, isMail, minute }, place) => ({
      event: { name: isMail ? 'mail' : feed, to: 'ada', payload: { ...payload, text } },
      createdAt: new Date(testEpoch + (minute ?? place) * 60_000),
    }))
    await seedHistory({ database, workspace, history })
    return (input, init) => {
      const request = new Request(input, init)
      request.headers.set('authorization', `ApiKey ${apiKey}`)
      return service(request)
    }
  }
  describeInbox('the service of tidings/service', make)
  describe.each(behaviors)('its extensions, behavior %s', (behavior) => {
    describeTriage({ make, behavior })
  })
}

describe('on PostgreSQL behind PgBouncer in transaction mode', () => {
  describeDatabase(async (atEnd) =>
    openUntil(atEnd, await startPgBouncer(await createDatabase(), 'transaction', atEnd)),
  )
})

// `test/service/partitions.test.ts` has what partitions change, and most other tests use the embedded database.
describe('on PostgreSQL with 32 partitions', { tags: 'slow' }, () => {
  describeDatabase(async (atEnd) => openUntil(atEnd, await createDatabase(), { partitions: 32 }))
})

describe('on the embedded database', { tags: 'slow' }, () => {
  describeDatabase(sharedMemory)
})
