import type { Log } from '../log.ts'

/** So many lines a console shows. */
const mostLines = 50

/** A line has at most so many characters there: one with a stack has several thousand. */
const longestLine = 2000

/** A log, and its last lines, the oldest first. */
export interface KeptLines {
  log: Log
  read: () => readonly string[]
}

/** Creates a log that remembers its last lines, and passes on all of them. */
export const keepLines = (log: Log): KeptLines => {
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
