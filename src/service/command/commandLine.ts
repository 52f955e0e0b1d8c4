import { DatabaseError } from '../database/DatabaseError.ts'
import { WorkspaceError } from '../workspace/parseWorkspace.ts'
import { type Command, CommandError, readArguments, usageOf } from './readArguments.ts'
import { type CommandIo, serve } from './serve.ts'

/**
 * Runs a command until a signal ends it.
 * @param command `tidings` takes `service` or `dev` as its first argument; `tidings-service` takes none.
 * @param args The arguments after the command's name.
 * @param io Environment and outputs. Default: those of the process.
 * @returns the exit code: 0 after SIGTERM or SIGINT, 1 if a resource is missing or unusable, 2 for wrong arguments. An
 * error is printed to standard error as one line.
 */
export const runCommandLine = async (command: Command, args: string[], io: CommandIo = process): Promise<number> => {
  try {
    if (command === 'tidings' && args[0] === 'dev') {
      const { runDev } = await import('./serveDev.ts')
      await runDev(args.slice(1), io)
      return 0
    }
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

/** Runs the command that started this process, and ends the process with its exit code. */
export const runProcess = async (command: Command): Promise<never> => {
  // The process that reads the output may have ended (`tidings service | head -1`). The service keeps running.
  const survive = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  }
  process.stdout.on('error', survive)
  process.stderr.on('error', survive)
  process.exit(await runCommandLine(command, process.argv.slice(2), process))
}
