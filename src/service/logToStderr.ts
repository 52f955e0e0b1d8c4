/** Where log lines go unless somebody asks for them. */
export const logToStderr = (line: string): void => void process.stderr.write(`${line}\n`)
