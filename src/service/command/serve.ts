import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ConsoleHandler } from '../../console/consoleContext.ts'
import { consolePath } from '../../console/consolePath.ts'
import { isObject } from '../../contract/isObject.ts'
import { withoutExtraSlashes } from '../../contract/matchOperation.ts'
import { openDatabase } from '../database/openDatabase.ts'
import type { Senders } from '../delivery/sender.ts'
import { metricsPath } from '../http/metricsPath.ts'
import { liveChannel, type LiveServiceOptions } from '../live/liveOptions.ts'
import { type Log, type LogFormat, logFormats } from '../log.ts'
import type { StartedService } from '../startService.ts'
import { defaultWorkspace } from '../workspace/defaultWorkspace.ts'
import { parseWorkspace, WorkspaceError } from '../workspace/parseWorkspace.ts'
import type { Workspace } from '../workspace/workspaceSchema.ts'
import { loadOrCreateApiKey } from './apiKeyFile.ts'
import { createLogTail } from './logTail.ts'
import { CommandError, type ServiceArguments } from './readArguments.ts'

export interface Outputs {
  /** Receives the service's address. */
  stdout: { write(text: string): unknown }
  /** Receives errors and log lines. */
  stderr: { write(text: string): unknown }
}

/** What a command gets from its process. */
export interface CommandIo extends Outputs {
  env: Record<string, string | undefined>
}

/** Time that requests in flight get after a signal to stop, in milliseconds. */
const patience = 8000

/** Time from a signal to the end. Docker kills a container after ten seconds. */
const stoppingTime = 9500

/**
 * Runs a server until a signal stops it, and resolves in time after the signal, whatever hangs: a request, the
 * database, or the start.
 */
export const untilStopped = async (
  run: (stopped: Promise<string>) => Promise<void>,
  { log, env }: { log: Log; env: CommandIo['env'] },
): Promise<void> => {
  const { stopped, stopListening } = listenForSignals(env)
  const late = stopped.then(() => delay(stoppingTime, true))
  try {
    if (await Promise.race([run(stopped), late]))
      log('The database or a request did not end in time. The service stops without them.')
  } finally {
    stopListening()
  }
}

/** A log that writes lines to standard error, so that standard output has the addresses only. */
export const logTo = ({ stderr }: Outputs, logFormat: LogFormat): Log => {
  const format = logFormats[logFormat]
  return (line, context) => void stderr.write(`${format(line, context)}\n`)
}

/** Serves until a signal stops it. */
export const serve = (args: ServiceArguments, io: CommandIo): Promise<void> => {
  const log = logTo(io, args.logFormat)
  return untilStopped((stopped) => run(args, { ...io, log, stopped }), { log, env: io.env })
}

const run = async (
  args: ServiceArguments,
  { stdout, log, stopped }: Outputs & { log: Log; stopped: Promise<string> },
) => {
  const workspace = await readWorkspace(args.workspace)
  const senders = await readSenders(args.senders)
  const live = await liveOf(args.live, workspace)
  // The other databases log that they are created. In memory, each start creates one.
  if (args.data === 'memory') log('Creating the database in memory …')
  // In parallel: loading the modules takes as long as opening the files.
  const [database, { listen }, { startService }] = await Promise.all([
    openDatabase(args.data, { log, poolSize: args.poolSize, partitions: args.partitions }),
    import('./listen.ts'),
    import('../startService.ts'),
    import('../http/metrics.ts'),
  ])
  try {
    const saved = args.apiKeys ? undefined : loadOrCreateApiKey(args.data, log)
    const apiKeys = saved ? [saved.apiKey] : (args.apiKeys ?? [])
    const lines = args.console ? createLogTail(log) : undefined
    const service = await startService({
      database,
      workspace,
      apiKeys,
      behavior: args.behavior,
      ...(args.envelope && { envelope: args.envelope }),
      log: lines?.log ?? log,
      live,
      metrics: true,
      senders,
      allowPrivateWebhooks: args.allowPrivateWebhooks,
      timeZone: args.timeZone,
      publicUrl: args.publicUrl,
      retention: args.keepDays === undefined ? undefined : { days: args.keepDays, isConfirmed: args.confirmRemoval },
    })
    let closeMetrics: (() => Promise<unknown>) | undefined
    let console: ConsoleHandler | undefined
    try {
      if (lines) {
        const { openConsole } = await import('./openConsole.ts')
        console = openConsole({ database, service, apiKeys, workspace, file: args.workspace, log, lines })
      }
      const { host, metricsPort } = args
      if (metricsPort !== undefined && service.metrics) {
        const where = { host, port: metricsPort, portOption: '--metrics-port', log }
        const { address, stop } = await listen(serveMetrics(service.metrics), where)
        closeMetrics = () => stop(0)
        log(`Metrics without a key: ${address}${metricsPath}`)
      }
      const { address, stop } = await listen(withConsole(service, console), { ...args, log })
      stdout.write(`tidings service listening on ${address}\n`)
      if (saved?.isNew) log(`API key: ${saved.apiKey} (${saved.file ? `saved in ${saved.file}` : 'for this run only'})`)
      else if (saved?.file) log(`The API key is that in ${saved.file}.`)
      if (console) log(`Console: ${address}${consolePath}. Log in with the API key.`)
      const reason = await Promise.race([stopped, ...(database.failure ? [database.failure] : [])])
      const hasFailed = typeof reason !== 'string'
      if (!hasFailed) log(`${reason}: stopping`)
      // A stream never completes.
      void console?.close()
      service.endStreams()
      // After a failure, all queries have rejected. Their responses only have to be sent.
      if (!(await stop(hasFailed ? 1_000 : patience))) log('Some requests took too long, so the service ended them.')
      if (hasFailed) throw reason
    } finally {
      await closeMetrics?.()
      await service.close()
    }
  } finally {
    await database.close()
  }
}

const withConsole = (service: StartedService, console: ConsoleHandler | undefined): ConsoleHandler['fetch'] => {
  if (!console) return service
  return (request) => {
    const pathname = withoutExtraSlashes(new URL(request.url).pathname)
    const isConsole = pathname === consolePath || pathname.startsWith(`${consolePath}/`)
    return isConsole ? console.fetch(request) : service(request)
  }
}

/** The server of `--metrics-port`, which serves nothing else. */
const serveMetrics =
  (metrics: () => Promise<Response>) =>
  async ({ method, url }: Request): Promise<Response> =>
    method === 'GET' && withoutExtraSlashes(new URL(url).pathname) === metricsPath
      ? metrics()
      : new Response(null, { status: 404 })

/** Live delivery as `--live` describes it. */
const liveOf = async (live: string | undefined, { environmentId }: Workspace): Promise<false | LiveServiceOptions> => {
  if (live === undefined) return {}
  if (live === 'off') return false
  const [{ postgresBus }, { createClient, placeOf }] = await Promise.all([
    import('../../live/postgresBus.ts'),
    import('../database/server.ts'),
  ])
  // A wrong address ends the start, instead of each attempt to connect.
  try {
    placeOf(live)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(2, `--live must be off or postgres://user:password@host:port/name. ${reason}`)
  }
  return { bus: postgresBus({ connect: () => createClient(live), channel: liveChannel(environmentId) }) }
}

/** @throws CommandError or WorkspaceError for a file that is no workspace. */
export const readWorkspace = async (file: string | undefined): Promise<Workspace> => {
  if (file === undefined) return parseWorkspace(defaultWorkspace)
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(1, `The workspace file ${file} can't be read: ${reason}`)
  }
  try {
    // With `fatal`, letters of another encoding are an error instead of question marks in notifications.
    return parseWorkspace(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof WorkspaceError) throw error
    throw new CommandError(1, `The workspace file ${file} is not UTF-8. Save it as UTF-8.`, { cause: error })
  }
}

const readSenders = async (file: string | undefined): Promise<Senders> => {
  if (file === undefined) return {}
  let module: { default?: unknown }
  try {
    module = (await import(pathToFileURL(path.resolve(file)).href)) as { default?: unknown }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(1, `The senders file ${file} can't be loaded: ${reason}`, { cause: error })
  }
  const senders = module.default
  if (isObject(senders) && Object.values(senders).every((send) => typeof send === 'function')) return senders as Senders
  throw new CommandError(
    1,
    `The senders file ${file} has no default export of functions by providerId, such as ` +
      "export default { 'my-provider': async (message, credentials, context) => ({}) }.",
  )
}

/** How often a process looks whether npm still runs, in milliseconds. */
const parentInterval = 500

/**
 * Waits for a signal to stop. A second one ends the process at once.
 *
 * npm passes signals on to the shell that it has started, and no further: SIGTERM ends that shell, and its command
 * would run on, with its port and its database, and no terminal. So a command of npm also stops when that shell has
 * ended. (After SIGINT, dash waits for its command. In a terminal, Ctrl+C sends it to all of them.)
 */
const listenForSignals = (env: CommandIo['env']) => {
  const signals = ['SIGTERM', 'SIGINT'] as const
  let onSignal: (reason: string) => void = () => {}
  let watch: NodeJS.Timeout | undefined
  const stopListening = () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, onSignal)
  }
  const stopped = new Promise<string>((resolve) => {
    onSignal = (reason) => {
      stopListening()
      resolve(reason)
    }
  })
  for (const signal of signals) process.on(signal, onSignal)
  if (env['npm_command'] !== undefined) {
    const parent = process.ppid
    watch = setInterval(() => process.ppid === parent || onSignal('npm has ended'), parentInterval)
    watch.unref()
  }
  return { stopped, stopListening }
}
