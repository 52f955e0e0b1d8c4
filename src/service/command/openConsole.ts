import type { ConsoleHandler } from '../../console/consoleContext.ts'
import { createLogInHandler } from '../../console/createLogInHandler.ts'
import { createConsoleSessions } from '../consoleSessions.ts'
import type { Database } from '../database/connect.ts'
import { createKeyCheck } from '../http/authenticate.ts'
import type { Log } from '../log.ts'
import type { StartedService } from '../startService.ts'
import type { Workspace } from '../workspace/workspaceSchema.ts'
import { describeConsole } from './describeConsole.ts'
import type { LogTail } from './logTail.ts'

interface OpenConsoleOptions {
  database: Database
  service: StartedService
  /** The keys that open a session, at least one. */
  apiKeys: readonly string[]
  workspace: Workspace
  /** The path of the workspace. undefined: the built-in one. */
  file: string | undefined
  /** Receives a line for each log-in. */
  log: Log
  /** The last lines of the service, which the console shows. */
  lines: LogTail
  /** Wall time and monotonic time, in milliseconds. Default: those of the computer. */
  now?: () => number
  monotonic?: () => number
}

/** The console of `--console`. This module loads its code, which only processes with that option need. */
export const openConsole = ({
  database,
  service,
  apiKeys,
  workspace,
  file,
  log,
  lines,
  ...clock
}: OpenConsoleOptions): ConsoleHandler =>
  createLogInHandler(
    {
      ...describeConsole(workspace, file),
      service,
      apiKey: apiKeys[0]!,
      waiting: service.listWaiting,
      streamCount: service.streamCount,
      logLines: lines.read,
    },
    {
      ...clock,
      sessions: createConsoleSessions(database, { apiKeys, ...clock }),
      isKey: createKeyCheck(apiKeys),
      log,
    },
  )
