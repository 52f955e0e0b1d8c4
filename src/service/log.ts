import { clocks } from '../client/clock.ts'

/** The parts of a line of the log. */
export interface LogContext {
  /** `error` if the service failed, else `info`. */
  level: 'info' | 'error'
  /** The id of the request, which its response has as `x-request-id`. */
  requestId: string
  /** The line without the id. */
  message: string
}

/**
 * Receives lines for the operator of the service. An error with a stack has several lines in one text. A line that
 * belongs to a request begins with its id, and has a context.
 */
export type Log = (line: string, context?: LogContext) => void

export const logFormats = {
  text: (line: string): string => line,
  /** One JSON object in a line. */
  json: (line: string, context: Partial<LogContext> = {}): string =>
    JSON.stringify({ time: new Date(clocks.now()).toISOString(), level: 'info', message: line, ...context }),
}
export type LogFormat = keyof typeof logFormats

export const logToStderr: Log = (line) => void process.stderr.write(`${line}\n`)

/** The log of a host. If it throws or rejects, the line goes to standard error, and the caller goes on. */
export const guardLog =
  (log: (...given: Parameters<Log>) => unknown): Log =>
  async (...given) => {
    try {
      await log(...given)
    } catch (error) {
      logToStderr(`${given[0]}\nThe log failed: ${String(error)}`)
    }
  }

export const logOfRequest =
  (log: Log, requestId: string) =>
  (message: string, level: LogContext['level'] = 'info'): void =>
    log(`[${requestId}] ${message}`, { level, requestId, message })
