import type { Log } from '../log.ts'

/** The most lines that a console shows. */
const mostLines = 50

/** The most characters of a line there: one with a stack has several thousand. */
const longestLine = 2000

/** A log, and its last lines, the oldest first. */
export interface LogTail {
  log: Log
  read: () => readonly string[]
}

/** Creates a log that stores its last lines, and passes on all of them. */
export const createLogTail = (log: Log): LogTail => {
  const lines: string[] = []
  return {
    log: (line, context) => {
      lines.push(line.slice(0, longestLine))
      if (lines.length > mostLines) lines.shift()
      log(line, context)
    },
    read: () => lines,
  }
}
