import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../service/support/postgresServer.ts'
import type { ServerRole } from './serverProcess.ts'

/** A server in its own process, until the test ends. */
export interface ServerProcess {
  address: string
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on its port. */
  start(): Promise<void>
}

/** Starts a server that can be killed. */
export const startServer = async (role: ServerRole): Promise<ServerProcess> => {
  const port = await freePort()
  let child: ChildProcess
  let gone: Promise<unknown>
  const start = async () => {
    child = fork(path.join(import.meta.dirname, 'serverProcess.ts'), [JSON.stringify({ ...role, port })], {
      execArgv: ['--import', 'tsx'],
      // The log of a server in a test of faults has many errors that are expected.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let log = ''
    child.stderr?.on('data', (text: Buffer) => (log += text.toString()))
    gone = once(child, 'exit')
    const failed = gone.then(() => {
      throw new Error(`The ${role.kind} did not start: ${log}`)
    })
    await Promise.race([once(child, 'message'), failed])
    failed.catch(() => {})
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  await start()
  onTestFinished(kill)
  return { address: `http://127.0.0.1:${port}`, kill, start }
}
