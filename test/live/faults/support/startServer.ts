import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../service/support/postgresServer.ts'
import { apiKey } from './callService.ts'
import type { ServerRole } from './serverProcess.ts'

/** A server in its own process, until the test ends. */
export interface ServerProcess {
  address: string
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on its port. */
  start(): Promise<void>
}

/** What to start. */
type Server =
  /** The command line of the service, with its data on PostgreSQL. */
  { kind: 'command'; data: string } | ServerRole

const commandLine = path.join(import.meta.dirname, '../../../../src/bin/tidings-service.ts')

const moduleOf = (server: Server, port: number): [file: string, args: string[]] =>
  server.kind === 'command'
    ? [commandLine, ['--port', String(port), '--api-key', apiKey, '--data', server.data]]
    : [path.join(import.meta.dirname, 'serverProcess.ts'), [JSON.stringify({ ...server, port })]]

/**
 * Starts a server that can be killed.
 * @param env environment variables of its process, beside those of this one.
 */
export const startServer = async (server: Server, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> => {
  const port = await freePort()
  let kill = async () => {}
  const start = async () => {
    const child = fork(...moduleOf(server, port), {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    })
    const gone = once(child, 'exit')
    kill = async () => {
      child.kill('SIGKILL')
      await gone
    }
    let log = ''
    child.stderr?.on('data', (text: Buffer) => (log += text.toString()))
    await new Promise<void>((resolve, reject) => {
      // Both print a line when they listen.
      child.stdout?.once('data', () => resolve())
      child.once('exit', () => reject(new Error(`The ${server.kind} did not start: ${log}`)))
    })
  }
  await start()
  onTestFinished(() => kill())
  return { address: `http://127.0.0.1:${port}`, kill: () => kill(), start }
}
