import { openDatabase } from './database/openDatabase.ts'
import type { ServiceOptions, Service } from './startService.ts'

/**
 * Creates the notification service of docs/interface.md: its eight operations, `GET /openapi.json`, `GET /healthz`,
 * `GET /readyz`, and the stream of hints `GET /v1/live`.
 *
 * The service stores the subscribers of the workspace. Changes that clients made to them since an earlier start are
 * preserved.
 *
 * ```ts
 * const service = await createService({ database: '.tidings/data', workspace: defaultWorkspace, apiKeys: [apiKey] })
 * const response = await service(request)
 * ```
 *
 * @throws WorkspaceError for an invalid workspace, RequestError for an invalid option or API key, and DatabaseError if
 * the database can't be opened.
 */
export const createService = async ({ database, ...options }: ServiceOptions): Promise<Service> => {
  const { startService } = await import('./startService.ts')
  if (typeof database !== 'string') return startService({ ...options, database })
  const opened = await openDatabase(database)
  try {
    return await startService({ ...options, database: opened })
  } catch (error) {
    await opened.close()
    throw error
  }
}
