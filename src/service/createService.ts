import { openDatabase } from './database/openDatabase.ts'
import type { ServiceOptions, Service } from './startService.ts'

/**
 * Makes the service of docs/interface.md: the eight operations of part 4, with `GET /healthz` beside them.
 *
 * The workspace's subscribers are stored; what clients changed of them since an earlier start stays.
 * @throws WorkspaceError, RequestError (no usable key, a limit that is none), and DatabaseError where it opens one.
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
