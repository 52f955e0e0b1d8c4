import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { ConsoleHandler } from '../../console/consoleContext.ts'
import { openDatabase } from '../database/openDatabase.ts'
import type { Log } from '../log.ts'
import { startService } from '../startService.ts'
import { describeConsole, type DescribedWorkflow } from './describeConsole.ts'
import { listen, type Listening } from './listen.ts'
import { createLogTail } from './logTail.ts'
import { CommandError, parseOptions, readPort, wrong } from './readArguments.ts'
import { type CommandIo, logTo, readWorkspace, untilStopped } from './serve.ts'

/** Where the data is, from the folder in which the command runs. */
const dataFolder = '.tidings/dev'

const usage = `Usage: tidings dev [options]

Starts everything that an inbox needs while you develop: the notification service, a proxy at /inbox, and a page that
shows an inbox and triggers events. It is for this machine only: whoever reaches it can read every inbox.

  --port PORT        Port to listen on; 0 picks a free one (default 4320)
  --host NAME        Also serve the network, for example for a phone, under this name or address of this machine
  --workspace FILE   JSON file with workflows, subscribers and integrations (default: a built-in one with the
                     workflows "welcome" and "announcement", which only show in the inbox)
  --help             Print this help

The data is in ${dataFolder}. Delete the folder to start over.
`

interface DevArguments {
  port: number
  /** Name under which the network reaches this machine. undefined: only this machine reaches it. */
  host: string | undefined
  workspace: string | undefined
}

/**
 * `tidings dev`: serves until a signal stops it.
 * @throws CommandError, DatabaseError or WorkspaceError if it can't start.
 */
export const runDev = async (args: string[], io: CommandIo): Promise<void> => {
  const read = readDevArguments(args)
  if (read === 'help') return void io.stdout.write(usage)
  if (io.env['NODE_ENV'] === 'production')
    throw new CommandError(
      1,
      'dev is for development, and NODE_ENV is production: everybody could read every inbox. Start the service with ' +
        '`tidings service`, and serve createInboxProxy from your server.',
    )
  const log = logTo(io, 'text')
  await untilStopped((stopped) => serve(read, { stdout: io.stdout, log, stopped }), { log, env: io.env })
}

const readDevArguments = (args: string[]): DevArguments | 'help' => {
  try {
    const { values, positionals } = parseOptions(args, {
      port: { type: 'string', default: '4320' },
      host: { type: 'string' },
      workspace: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    })
    if (values.help) return 'help'
    if (positionals[0] !== undefined) throw wrong(`${JSON.stringify(positionals[0])} is not an option.`)
    if (values.workspace === '') throw wrong('--workspace is empty. Pass the path of a JSON file.')
    const { host, workspace } = values
    if (host !== undefined && nameOf(host) === undefined)
      throw wrong(`--host must be a name or an address of this machine, not ${JSON.stringify(host)}.`)
    return { port: readPort('port', values.port), host: host && nameOf(host), workspace }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(error.exitCode, `${error.message} Try: tidings dev --help`, { cause: error })
  }
}

/** A host as it is in addresses: `my-mac.local`, `192.168.1.5`, `[fe80::1]`. */
const nameOf = (text: string): string | undefined => {
  const address = `http://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}/`
  if (!URL.canParse(address)) return undefined
  const { hostname, href } = new URL(address)
  return href === `http://${hostname}/` ? hostname : undefined
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

const serve = async (
  { port, host, workspace: file }: DevArguments,
  { stdout, log, stopped }: Pick<CommandIo, 'stdout'> & { log: Log; stopped: Promise<string> },
) => {
  const workspace = await readWorkspace(file)
  const lan = host === undefined ? [] : ownAddresses()
  let start: (handler: ConsoleHandler['fetch']) => void = () => {}
  const started = new Promise<ConsoleHandler['fetch']>((resolve) => (start = resolve))
  // First, because to create a database for a port that is in use would waste seconds.
  const servers = await listenHere(async (request) => (await started)(request), { port, host, log })
  try {
    const [database, { createDevHandler }] = await Promise.all([
      openDatabase(dataFolder, { log }),
      import('../../console/createDevHandler.ts'),
    ])
    const apiKey = randomBytes(24).toString('base64url')
    const lines = createLogTail(log)
    const service = await startService({ database, workspace, apiKeys: [apiKey], log: lines.log }).catch(
      async (error: unknown) => {
        await database.close()
        throw error
      },
    )
    const described = describeConsole(workspace, file)
    const hostNames = new Set([...loopback, ...(host === undefined ? [] : [host, ...lan])])
    const handler = createDevHandler({
      ...described,
      service,
      apiKey,
      hostNames,
      waiting: service.listWaiting,
      streamCount: service.streamCount,
      logLines: lines.read,
    })
    try {
      start(handler.fetch)
      const { port: realPort } = new URL(servers[0].address)
      stdout.write(greeting(realPort, described.workflows[0]))
      if (host !== undefined) log(warning(realPort, [host, ...lan]))
      const reason = await Promise.race([stopped, ...(database.failure ? [database.failure] : [])])
      if (typeof reason !== 'string') throw reason
    } finally {
      // The streams to browsers would end within seconds. Who stops a development server does not wait for them.
      void handler.close()
      await service.close()
    }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop(0)))
  }
}

/**
 * Listens on 127.0.0.1 and on ::1, because `localhost` is either of them. With a host, on all interfaces of IPv4, which
 * is how a phone reaches this machine.
 */
const listenHere = async (
  handler: ConsoleHandler['fetch'],
  { port, host, log }: { port: number; host: string | undefined; log: Log },
): Promise<[Listening, ...Listening[]]> => {
  const first = await listen(handler, { host: host === undefined ? '127.0.0.1' : '0.0.0.0', port, log })
  try {
    return [first, await listen(handler, { host: '::1', port: Number(new URL(first.address).port), log })]
  } catch (error) {
    // A machine without IPv6.
    const cause = error instanceof CommandError ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return [first]
    await first.stop(0)
    throw error
  }
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? address : []))

const greeting = (port: string, workflow: DescribedWorkflow | undefined) => {
  const origin = `http://localhost:${port}`
  const payload = workflow && Object.keys(workflow.example).length > 0 ? workflow.example : undefined
  // A quotation mark would end the text in the shell.
  const event = JSON.stringify({ events: [{ name: workflow?.identifier, to: 'pia', payload }] }).replaceAll(
    "'",
    '\\u0027',
  )
  return `tidings dev listening on ${origin}

Paste into your app:

  import { Inbox } from "tidings"
  import "tidings/styles.css"

  <Inbox subscriberId="pia" baseUrl="${origin}/inbox" />
${
  workflow === undefined
    ? ''
    : `
Then trigger an event at ${origin}, or with:

  curl ${origin}/v1/events/trigger/bulk -d '${event}'
`
}
This is a development server: whoever reaches it can read every inbox. The data is in ${dataFolder}. Ctrl+C stops it.
`
}

const warning = (port: string, names: readonly string[]) => {
  const addresses = [...new Set(names)].filter((name) => name !== '0.0.0.0').map((name) => `http://${name}:${port}`)
  return `Warning: everybody in your network can read every inbox and trigger events, at ${addresses.join(' and ')}`
}
