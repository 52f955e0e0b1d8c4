import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServiceClient } from '../../src/client/index.ts'
import {
  createService,
  openDatabase,
  parseWorkspace,
  seedHistory,
  type ServiceOptions,
  type Workspace,
} from '../../src/service/index.ts'
import { avatarOf, people } from '../content/people.ts'
import { history } from './history.ts'
import { listen, type Listening } from './listen.ts'

/** Options of the notification service. */
export interface NotificationServiceOptions {
  /** A folder, `memory` or `postgres://…`. */
  data: string
  /** API key that clients must send. */
  apiKey: string
  /** `production` responds as Novu's API does. */
  behavior: ServiceOptions['behavior']
  /** Port of the mail server on this machine that gets the mails. */
  mailPort: number
}

/**
 * Starts the notification service of the demo on its own port, and seeds the company's people and the events of the
 * last weeks. Existing data doesn't change.
 */
export const startNotificationService = async ({
  data,
  apiKey,
  behavior,
  mailPort,
}: NotificationServiceOptions): Promise<Listening> => {
  const file = parseWorkspace(await readFile(new URL('../workspace.json', import.meta.url), 'utf8'))
  const workspace = { ...file, integrations: file.integrations.map((each) => withMailPort(each, mailPort)) }
  const database = await openDatabase(data)
  const service = await createService({
    database,
    workspace,
    apiKeys: [apiKey],
    publicUrl: 'https://notifications.orchard.example',
    ...(behavior && { behavior }),
  })
  const { address, close } = await listen(createServer(getRequestListener(service.fetch)), 0)

  const client = createServiceClient({ baseUrl: address, apiKey })
  await client.bulkSubscribers(
    people.map(({ id, firstName, lastName, timezone }) => ({
      subscriberId: id,
      firstName,
      lastName,
      timezone,
      avatar: avatarOf(id),
      email: `${id}@orchard.example`,
    })),
  )
  await seedHistory({ database, workspace, history: history(new Date()) })

  return {
    address,
    close: async () => {
      // Open streams end with the service. The server waits for them.
      await Promise.all([service.close(), close()])
    },
  }
}

/** The port of the demo's mail server differs for each start. */
const withMailPort = (
  integration: Workspace['integrations'][number],
  mailPort: number,
): Workspace['integrations'][number] =>
  integration.providerId === 'nodemailer'
    ? { ...integration, credentials: { ...integration.credentials, port: String(mailPort) } }
    : integration
