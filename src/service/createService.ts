import type { Behavior } from '../contract/behavior.ts'
import type { Database } from './database/connect.ts'
import { openDatabase } from './database/openDatabase.ts'
import type { WorkspaceInput } from './workspace/workspaceSchema.ts'

/** How to make a service. */
export interface ServiceOptions {
  /**
   * From openDatabase, or what openDatabase takes: `memory`, a folder, `postgres://…`. The service closes it when it
   * is closed.
   */
  database: Database | string
  /** Integrations, workflows and preferences: what parseWorkspace takes, or gives. */
  workspace: WorkspaceInput
  /** The keys that clients may use, one at least: `Authorization: ApiKey <key>` (part 5). Visible ASCII. */
  apiKeys: readonly string[]
  /**
   * `interface` answers as docs/interface.md shows. `production` answers as Novu's API does where it differs: wrapped
   * answers, totals clamped to the page, 400 for an unknown subscriber in the feed, "unread" marks seen, and others: see
   * docs/novu.md. Default `interface`.
   */
  behavior?: Behavior
  /**
   * `data` wraps every good answer but the feed's as `{"data": …}`; `none` does not. Default: `data` with the behavior
   * `production`, else `none`.
   */
  envelope?: 'none' | 'data'
  /** Largest body, in bytes: more is answered with 413. Default 2 MiB. */
  maxBodyBytes?: number
  /** The clock. Default: the system's. */
  now?: () => Date
  /**
   * Told each thing that whoever runs the service should know: one line, or several where an error's stack belongs to it.
   * Default: standard error.
   */
  log?: (line: string) => void
}

/** The whole service of the interface, as a function from request to answer. It never rejects. */
export interface Service {
  (request: Request): Promise<Response>
  /** The same function, for servers that want an object with `fetch`. */
  fetch: (request: Request) => Promise<Response>
  /** Finishes what is in flight, answers 503 to what comes after, and closes the database. */
  close(): Promise<void>
}

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
