import type { Command } from './command/readArguments.ts'
import { runCommandLine } from './commandLine.ts'

/** Runs the command that this process was started as, and ends the process with its exit code. */
export const runProcess = async (command: Command): Promise<never> => {
  // The reader of our output may be gone (`tidings service | head -1`). The service goes on.
  const survive = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  }
  process.stdout.on('error', survive)
  process.stderr.on('error', survive)
  process.exit(await runCommandLine(command, process.argv.slice(2)))
}
