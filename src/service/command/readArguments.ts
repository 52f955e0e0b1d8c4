import { parseArgs } from 'node:util'
import type { Behavior } from '../../contract/behavior.ts'
import { isApiKey } from '../http/authenticate.ts'

/** A command that can't be carried out. Printed as one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** 2: it was typed wrong. 1: what it needs is not to be had. */
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** What `--help` prints. */
export const usageOf = (
  command: Command,
): string => `Usage: ${command === 'tidings' ? 'tidings service' : command} [options]

Starts the notification service.

  --port PORT        Port to listen on; 0 takes any free one (default 4320)
  --host HOST        Address to listen on (default 127.0.0.1)
  --api-key KEY      Key that clients must send (or TIDINGS_API_KEY); without one, a key is made,
                     kept beside the data and printed
  --data WHERE       A folder, "memory" (nothing is kept), or postgres://… (default .tidings/data)
  --workspace FILE   JSON file with integrations, workflows, tenants and subscribers
                     (default: a small built-in one, with the workflows "welcome" and "announcement")
  --behavior WHOSE   "interface", or "production" to answer as Novu's API does (default interface)
  --envelope FORM    "none", or "data" to wrap answers as {"data": …} (default: that of the behavior)
  --help             Prints this
`

/** By which name the service is started: `tidings service …` or `tidings-service …`. */
export type Command = 'tidings' | 'tidings-service'

/** What `tidings service` was asked for. */
export interface ServiceArguments {
  port: number
  host: string
  /** undefined: one is made. */
  apiKey: string | undefined
  /** A folder, `memory` or `postgres://…`. */
  data: string
  /** Path of a file; undefined: the built-in workspace. */
  workspace: string | undefined
  behavior: Behavior
  /** undefined: that of the behavior. */
  envelope: 'none' | 'data' | undefined
}

/**
 * Reads the command line.
 * @returns `help` where it asks for help.
 * @throws CommandError (2) for anything that it does not know.
 */
export const readArguments = (
  command: Command,
  args: string[],
  env: Record<string, string | undefined>,
): ServiceArguments | 'help' => {
  try {
    return readServiceArguments(command === 'tidings' ? args : ['service', ...args], env)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(error.exitCode, `${error.message} Try: ${command} --help`, { cause: error })
  }
}

const readServiceArguments = (args: string[], env: Record<string, string | undefined>): ServiceArguments | 'help' => {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [command, surplus] = positionals
  if (command === undefined) throw wrong('No command is given. The command is: service.')
  if (command !== 'service') throw wrong(`${quoted(command)} is not a command. The command is: service.`)
  if (surplus !== undefined) throw wrong(`${quoted(surplus)} is not an option.`)
  const { port, host, data, workspace, behavior, envelope } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw wrong(`--port must be a number from 0 to 65535, not ${quoted(port)}.`)
  if (host === '') throw wrong('--host is empty.')
  if (data === '') throw wrong('--data is empty. Pass a folder, memory or postgres://….')
  if (workspace === '') throw wrong('--workspace is empty. Pass the path of a JSON file.')
  if (behavior !== 'interface' && behavior !== 'production')
    throw wrong(`--behavior must be interface or production, not ${quoted(behavior)}.`)
  if (envelope !== undefined && envelope !== 'none' && envelope !== 'data')
    throw wrong(`--envelope must be none or data, not ${quoted(envelope)}.`)
  return { port: Number(port), host, apiKey: readApiKey(values['api-key'], env), data, workspace, behavior, envelope }
}

const parse = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4320' },
        host: { type: 'string', default: '127.0.0.1' },
        'api-key': { type: 'string' },
        data: { type: 'string', default: '.tidings/data' },
        workspace: { type: 'string' },
        behavior: { type: 'string', default: 'interface' },
        envelope: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    // Node words it well ("Unknown option '--prot'"), but goes on to teach what positional arguments are.
    throw wrong(error instanceof Error ? `${error.message.split(/\.(?:\s|$)/)[0]}.` : String(error))
  }
}

/** An empty variable counts as none: that is how many shells and container files spell "not set". */
const readApiKey = (option: string | undefined, env: Record<string, string | undefined>): string | undefined => {
  const key = option ?? (env['TIDINGS_API_KEY'] || undefined)
  const source = option === undefined ? 'TIDINGS_API_KEY' : '--api-key'
  if (key !== undefined && !isApiKey(key))
    throw wrong(`${source} must consist of visible ASCII characters without spaces.`)
  return key
}

const quoted = (text: string) => JSON.stringify(text)

const wrong = (message: string) => new CommandError(2, message)
