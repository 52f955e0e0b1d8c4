import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Behavior } from '../../contract/behavior.ts'
import { isPartitionCount, maxPartitions } from '../database/migrations.ts'
import { readPublicUrl } from '../delivery/unsubscribeLinks.ts'
import { isApiKey } from '../http/authenticate.ts'
import type { LogFormat } from '../log.ts'
import { isZoneName } from '../timeZone.ts'

/** The message is printed as one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** 2: wrong arguments. 1: a resource is missing or unusable. */
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

const usageLines: Record<Command, string> = {
  tidings: 'Usage: tidings service [options]\n       tidings dev [options]       (see tidings dev --help)',
  'tidings-service': 'Usage: tidings-service [options]',
}

export const usageOf = (command: Command): string => `${usageLines[command]}

Starts the notification service.

  --port PORT        Port to listen on; 0 picks a free one (default 4320)
  --host HOST        Address to listen on (default 127.0.0.1)
  --api-key KEY      Key that clients must send (or TIDINGS_API_KEY); the default is a generated key,
                     saved next to the data and printed. Repeat it, or separate keys by commas, for several
  --data WHERE       A folder, "memory" (nothing is saved), or postgres://… (default .tidings/data)
  --pool-size N      Connections to PostgreSQL (default 10), without two for live delivery
  --partitions N     Store the messages of a new PostgreSQL database in N partitions, 2 to ${maxPartitions}
                     (default: none)
  --workspace FILE   JSON file with workflows, tenants, subscribers, and integrations, which send email, SMS,
                     chat and push (default: a built-in one with the workflows "welcome" and "announcement",
                     which only show in the inbox)
  --keep-days N      Remove messages and delivered events that are older than N days (default: never)
  --confirm-removal  With --keep-days: remove at once, even if it is more than half of all messages
  --senders FILE     JavaScript module whose default export has senders of your own by providerId
  --time-zone ZONE   IANA zone of the delivery hours of subscribers who have none, such as Europe/Stockholm
                     (default UTC)
  --public-url URL   Address at which the internet reaches the service, such as https://notify.example.com, for
                     unsubscribing from mails with one click (default: none)
  --allow-private-webhooks
                     Send to webhook URLs of subscribers in private networks too
  --behavior WHOSE   "interface", or "production" to respond as Novu's API does (default interface)
  --envelope FORM    "none", or "data" to wrap responses as {"data": …} (default: depends on the behavior)
  --live WHERE       "off", or postgres://… of PostgreSQL itself if --data leads to PgBouncer in transaction
                     mode, which can't deliver hints (default: the server of --data, if it is one)
  --console          Serve the console at /console, for those who log in with the key (or TIDINGS_CONSOLE=1)
  --metrics-port N   Another port, for GET /metrics without a key (default: on --port, with the key)
  --log-format FORM  "text", or "json" for one JSON object in each line (default text)
  --help             Print this help
`

/** The name that starts the service: `tidings service …` or `tidings-service …`. */
export type Command = 'tidings' | 'tidings-service'

export interface ServiceArguments {
  /** Port to listen on. 0 picks a free one. */
  port: number
  host: string
  /** Keys of which clients must send one. undefined: the service generates one. */
  apiKeys: readonly string[] | undefined
  /** Where to store the data: a folder, `memory` or `postgres://…`. */
  data: string
  /** The most connections to a PostgreSQL server. */
  poolSize: number
  /** The number of partitions of a new PostgreSQL database. undefined: none, or those that it has. */
  partitions: number | undefined
  /** After how many days messages and delivered events are removed. undefined: never. */
  keepDays: number | undefined
  /** Whether `keepDays` may remove most of what is stored at once. */
  confirmRemoval: boolean
  /** Path of a module with senders. undefined: only the built-in ones. */
  senders: string | undefined
  /** Time zone of subscribers who have none. */
  timeZone: string
  /** The service's own address for mail providers. undefined: mails have no link to unsubscribe. */
  publicUrl: string | undefined
  /** Whether webhook URLs of subscribers may lead to private networks. */
  allowPrivateWebhooks: boolean
  /** Path of the workspace file. undefined: the built-in workspace. */
  workspace: string | undefined
  /** Which service's behavior the responses follow. */
  behavior: Behavior
  /** Whether responses are wrapped in `data`. undefined: depends on the behavior. */
  envelope: 'none' | 'data' | undefined
  /** Port of the metrics. 0 picks a free one. undefined: that of the service. */
  metricsPort: number | undefined
  /** Whether the console is served. */
  console: boolean
  logFormat: LogFormat
  /** Address of the PostgreSQL server that delivers hints, or `off`. undefined: the server of the data. */
  live: string | undefined
}

/**
 * @returns `help` if the arguments contain `--help`.
 * @throws CommandError (2) for an unknown or invalid argument.
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
  if (command === undefined) throw wrong('No command is given. The commands are: dev, service.')
  if (command !== 'service') throw wrong(`${quoted(command)} is not a command. The commands are: dev, service.`)
  if (surplus !== undefined) throw wrong(`${quoted(surplus)} is not an option.`)
  const { host, data, partitions, workspace, senders, behavior, envelope, live } = values
  const { 'pool-size': poolSize, 'log-format': logFormat, 'keep-days': keepDays, 'time-zone': timeZone } = values
  const publicUrl = values['public-url']
  if (host === '') throw wrong('--host is empty.')
  if (data === '') throw wrong('--data is empty. Pass a folder, memory or postgres://….')
  if (!/^[1-9]\d{0,3}$/.test(poolSize))
    throw wrong(`--pool-size must be a number from 1 to 9999, not ${quoted(poolSize)}.`)
  if (partitions !== undefined && !(/^\d{1,3}$/.test(partitions) && isPartitionCount(Number(partitions))))
    throw wrong(`--partitions must be a number from 2 to ${maxPartitions}, not ${quoted(partitions)}.`)
  if (keepDays !== undefined && !/^[1-9]\d{0,4}$/.test(keepDays))
    throw wrong(`--keep-days must be a number from 1 to 99999, not ${quoted(keepDays)}.`)
  if (!isZoneName(timeZone))
    throw wrong(`--time-zone must be the name of an IANA time zone, such as Europe/Stockholm, not ${quoted(timeZone)}.`)
  if (publicUrl !== undefined && readPublicUrl(publicUrl) === undefined)
    throw wrong(`--public-url must be an address such as https://notify.example.com, not ${quoted(publicUrl)}.`)
  if (workspace === '') throw wrong('--workspace is empty. Pass the path of a JSON file.')
  if (senders === '') throw wrong('--senders is empty. Pass the path of a JavaScript file.')
  if (behavior !== 'interface' && behavior !== 'production')
    throw wrong(`--behavior must be interface or production, not ${quoted(behavior)}.`)
  if (envelope !== undefined && envelope !== 'none' && envelope !== 'data')
    throw wrong(`--envelope must be none or data, not ${quoted(envelope)}.`)
  if (logFormat !== 'text' && logFormat !== 'json')
    throw wrong(`--log-format must be text or json, not ${quoted(logFormat)}.`)
  // Its value may contain a password, so the message doesn't.
  if (live !== undefined && live !== 'off' && !/^postgres(ql)?:\/\//i.test(live))
    throw wrong('--live must be off or postgres://user:password@host:port/name.')
  return {
    port: readPort('port', values.port),
    host,
    apiKeys: readApiKeys(values['api-key'], env),
    data,
    poolSize: Number(poolSize),
    partitions: partitions === undefined ? undefined : Number(partitions),
    keepDays: keepDays === undefined ? undefined : Number(keepDays),
    confirmRemoval: values['confirm-removal'],
    senders,
    timeZone,
    publicUrl,
    allowPrivateWebhooks: values['allow-private-webhooks'],
    workspace,
    behavior,
    envelope,
    live,
    metricsPort: values['metrics-port'] === undefined ? undefined : readPort('metrics-port', values['metrics-port']),
    console: values.console || readSwitch('TIDINGS_CONSOLE', env),
    logFormat,
  }
}

/** @throws CommandError (2) for a text that is no port. */
export const readPort = (option: string, text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw wrong(`--${option} must be a number from 0 to 65535, not ${quoted(text)}.`)
  return Number(text)
}

const parse = (args: string[]) =>
  parseOptions(args, {
    port: { type: 'string', default: '4320' },
    host: { type: 'string', default: '127.0.0.1' },
    'api-key': { type: 'string', multiple: true },
    data: { type: 'string', default: '.tidings/data' },
    'pool-size': { type: 'string', default: '10' },
    partitions: { type: 'string' },
    'keep-days': { type: 'string' },
    'confirm-removal': { type: 'boolean', default: false },
    senders: { type: 'string' },
    'time-zone': { type: 'string', default: 'UTC' },
    'public-url': { type: 'string' },
    'allow-private-webhooks': { type: 'boolean', default: false },
    workspace: { type: 'string' },
    behavior: { type: 'string', default: 'interface' },
    envelope: { type: 'string' },
    live: { type: 'string' },
    'metrics-port': { type: 'string' },
    console: { type: 'boolean', default: false },
    'log-format': { type: 'string', default: 'text' },
    help: { type: 'boolean', short: 'h', default: false },
  })

/** @throws CommandError (2) for an option that is not among these, or has no value. */
export const parseOptions = <Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>> => {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    // Node's message starts well ("Unknown option '--prot'"), then explains positional arguments. Cut that part.
    throw wrong(error instanceof Error ? `${error.message.split(/\.(?:\s|$)/)[0]}.` : String(error))
  }
}

/** Treats an empty variable as not set: many shells and container files spell "not set" this way. */
const readApiKeys = (options: string[] | undefined, env: Record<string, string | undefined>): string[] | undefined => {
  const text = options?.join(',') ?? (env['TIDINGS_API_KEY'] || undefined)
  const source = options ? '--api-key' : 'TIDINGS_API_KEY'
  const keys = text?.split(',')
  if (keys && !keys.every(isApiKey))
    throw wrong(
      `${source} must consist of visible ASCII characters without spaces, with a comma only between two keys.`,
    )
  return keys
}

/** A variable that is 1 or 0. An empty one is not set, as above. */
const readSwitch = (name: string, env: Record<string, string | undefined>): boolean => {
  const value = env[name] || '0'
  if (value !== '0' && value !== '1') throw wrong(`${name} must be 1 or 0, not ${quoted(value)}.`)
  return value === '1'
}

const quoted = (text: string) => JSON.stringify(text)

/** An error for wrong arguments. */
export const wrong = (message: string) => new CommandError(2, message)
