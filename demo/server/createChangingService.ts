import {
  createService,
  type Database,
  type Service,
  type ServiceOptions,
  type Workspace,
} from '../../src/service/index.ts'
import { choose, type Choice } from './choose.ts'

export interface ChangingService {
  fetch: (request: Request) => Promise<Response>
  /**
   * Keeps what somebody chose. It holds for the next event, and until the demo ends.
   * @throws WorkspaceError where nobody can choose that.
   */
  choose: (subscriberId: string, choice: Choice) => Promise<void>
  close: () => Promise<void>
}

interface ChangingServiceOptions {
  database: Database
  workspace: Workspace
  apiKeys: readonly string[]
  behavior: ServiceOptions['behavior']
}

/**
 * The service, with preferences that change. The interface only reads them, from the workspace; so a service with another
 * workspace takes the place of the one before, on the same database.
 */
export const createChangingService = async ({
  database,
  workspace,
  apiKeys,
  behavior,
}: ChangingServiceOptions): Promise<ChangingService> => {
  // It outlives the services that are replaced, and a service closes what it is given.
  const shared: Database = { kind: database.kind, kysely: database.kysely, close: () => Promise.resolve() }
  const start = (chosen: Workspace) =>
    createService({ database: shared, workspace: chosen, apiKeys, ...(behavior && { behavior }) })

  let current: { workspace: Workspace; service: Service } = { workspace, service: await start(workspace) }
  // One choice after the other: each begins with what the one before has left.
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
