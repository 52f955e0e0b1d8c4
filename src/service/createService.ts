import { openDatabase } from './database/openDatabase.ts'
import { guardLog, logToStderr } from './log.ts'
import type { ServiceOptions, Service } from './startService.ts'

/**
 * The notification service of docs/interface.md: its eight operations, `GET /openapi.json`, `GET /healthz`, `GET
 * /readyz`, the stream of hints `GET /v1/live`, and the links of mails below `/v1/unsubscribe/`.
 *
 * The service stores the subscribers of the workspace. Changes that clients made to them since an earlier start are
 * preserved.
 *
 * ```ts
 * const service = await createService({ database: '.tidings/data', workspace: defaultWorkspace, apiKeys: [apiKey] })
 * const response = await service(request)
 * ```
 *
 * If an embedded database fails, for example because the disk is full, the service logs the reason once. From then on
 * it responds to every request with 503. It must be created again, because it can't recover.
 *
 * @throws WorkspaceError for an invalid workspace, RequestError for an invalid option or API key, and DatabaseError if
 * the database can't be opened.
 */
export const createService = async ({ database, ...options }: ServiceOptions): Promise<Service> => {
  const { startService } = await import('./startService.ts')
  const log = guardLog(options.log ?? logToStderr)
  const opened = typeof database === 'string' ? await openDatabase(database, { log }) : database
  try {
    const service = await startService({ ...options, log, database: opened })
    void opened.failure?.then(({ message }) => log(message))
    return service
  } catch (error) {
    if (opened !== database) await opened.close()
    throw error
  }
}
