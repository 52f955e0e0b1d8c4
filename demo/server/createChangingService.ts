import {
  createService,
  type Database,
  type Service,
  type ServiceOptions,
  type Workspace,
} from '../../src/service/index.ts'
import { choose, type Choice } from './choose.ts'

/** A service with editable preferences. */
export interface ChangingService {
  /** The service's fetch function. */
  fetch: (request: Request) => Promise<Response>
  /**
   * Stores a change of preferences. It applies from the next event until the demo stops.
   * @throws WorkspaceError for an invalid change.
   */
  choose: (subscriberId: string, choice: Choice) => Promise<void>
  /** Closes the service and the database. */
  close: () => Promise<void>
}

interface ChangingServiceOptions {
  database: Database
  workspace: Workspace
  apiKeys: readonly string[]
  behavior: ServiceOptions['behavior']
}

/**
 * A service with editable preferences. The interface only reads them from the workspace, so each change replaces the
 * service by one with another workspace, on the same database.
 */
export const createChangingService = async ({
  database,
  workspace,
  apiKeys,
  behavior,
}: ChangingServiceOptions): Promise<ChangingService> => {
  // Closing a service closes its database. This one must outlive the replaced services.
  const shared: Database = { ...database, createClient: undefined, close: () => Promise.resolve() }
  const start = (chosen: Workspace) =>
    createService({ database: shared, workspace: chosen, apiKeys, ...(behavior && { behavior }) })

  let current: { workspace: Workspace; service: Service } = { workspace, service: await start(workspace) }
  // One change at a time: each starts with the result of the previous one.
  let last: Promise<unknown> = Promise.resolve()

  const replace = async (subscriberId: string, choice: Choice) => {
    const before = current
    const chosen = choose(before.workspace, subscriberId, choice)
    current = { workspace: chosen, service: await start(chosen) }
    await before.service.close()
  }
  return {
    fetch: (request) => current.service.fetch(request),
    choose: (subscriberId, choice) => {
      const change = last.then(() => replace(subscriberId, choice))
      last = change.catch(() => undefined)
      return change
    },
    close: async () => {
      await last
      await current.service.close()
      await database.close()
    },
  }
}
