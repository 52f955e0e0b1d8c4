import { DatabaseError } from '../database/DatabaseError.ts'
import { WorkspaceError } from '../workspace/parseWorkspace.ts'
import { type Command, CommandError, readArguments, usageOf } from './readArguments.ts'
import { type Outputs, serve } from './serve.ts'

/** What the command line reads and writes besides files and sockets. */
interface CommandIo extends Outputs {
  env: Record<string, string | undefined>
}

/**
 * Runs a command until a signal ends it.
 * @param command `tidings`, whose first argument is `service`, or `tidings-service`, which has none.
 * @param args What was typed after the command's name.
 * @param io Environment and outputs. Default: the process's own.
 * @returns the exit code: 0 after SIGTERM or SIGINT, 1 where something that it needs is not to be had, 2 where it
 * was typed wrong. What went wrong is one line on standard error.
 */
export const runCommandLine = async (command: Command, args: string[], io: CommandIo = process): Promise<number> => {
  try {
    const service = readArguments(command, args, io.env)
    if (service === 'help') io.stdout.write(usageOf(command))
    else await serve(service, io)
    return 0
  } catch (error) {
    if (!isExpected(error)) throw error
    io.stderr.write(`${command}: ${error.message.replaceAll('\n', ' ')}\n`)
    return error instanceof CommandError ? error.exitCode : 1
  }
}

const isExpected = (error: unknown): error is Error =>
  [CommandError, DatabaseError, WorkspaceError].some((kind) => error instanceof kind)

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
