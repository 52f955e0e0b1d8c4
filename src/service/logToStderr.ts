/** The default logger. */
export const logToStderr = (line: string): void => void process.stderr.write(`${line}\n`)
