import { CommandError } from './command/CommandError.ts'
import { readArguments } from './command/readArguments.ts'
import { serve, type Outputs } from './command/serve.ts'
import { usage } from './command/usage.ts'
import { DatabaseError } from './database/DatabaseError.ts'
import { MissingPeerError } from './peers.ts'
import { WorkspaceError } from './workspace/parseWorkspace.ts'

/** What the command line reads and writes besides files and sockets. */
export interface CommandIo extends Outputs {
  env: Record<string, string | undefined>
}

/**
 * Runs the command `tidings`, until it is told to stop.
 * @param args What was typed after the command's name.
 * @param io Environment and outputs. Default: the process's own.
 * @returns the exit code: 0 after SIGTERM or SIGINT, 1 where something that it needs is not to be had, 2 where it
 * was typed wrong. What went wrong is one line on standard error.
 */
export const runCommandLine = async (args: string[], io: CommandIo = process): Promise<number> => {
  try {
    const service = readArguments(args, io.env)
    if (service === 'help') io.stdout.write(usage)
    else await serve(service, io)
    return 0
  } catch (error) {
    if (!isExpected(error)) throw error
    io.stderr.write(`tidings: ${error.message.replaceAll('\n', ' ')}\n`)
    return error instanceof CommandError ? error.exitCode : 1
  }
}

const isExpected = (error: unknown): error is Error =>
  [CommandError, DatabaseError, MissingPeerError, WorkspaceError].some((kind) => error instanceof kind)
