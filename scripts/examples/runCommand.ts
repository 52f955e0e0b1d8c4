import { type ChildProcess, spawn } from 'node:child_process'

/** Options of a command. */
export interface CommandOptions {
  /** Working directory. */
  cwd: string
  /** Additional environment variables. Default: none. */
  env?: Record<string, string>
  /** Maximum duration in milliseconds. Default 240,000. */
  timeout?: number
}

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** Returns its output so far. */
  output: () => string
  /** Resolves with the exit code when the command has ended. */
  ended: Promise<number | null>
  /** Ends the command and its child processes. */
  stop: () => Promise<void>
}

/** As it is before Vite's preview sets NODE_ENV for the examples after it: npm would leave out what builds them. */
const environment = { ...process.env }

/** Starts a command in its own process group. */
export const startCommand = (
  command: readonly string[],
  { cwd, env = {} }: Omit<CommandOptions, 'timeout'>,
): RunningCommand => {
  const [file = '', ...args] = command
  const child: ChildProcess = spawn(file, args, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  })
  let output = ''
  const keep = (text: Buffer) => void (output += text.toString())
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.once('close', resolve)
  })
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return
    try {
      // End the whole group: npm does not end its child processes.
      if (process.platform === 'win32') child.kill()
      else process.kill(-child.pid, 'SIGTERM')
    } catch (error) {
      // The command ended in the meantime.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
  process.once('exit', end)
  return {
    output: () => output,
    ended,
    stop: async () => {
      end()
      await ended
      process.off('exit', end)
    },
  }
}

/**
 * Runs a command to its end.
 * @returns its output.
 * @throws Error with its output if the command fails or times out.
 */
export const runCommand = async (
  command: readonly string[],
  { timeout = 240_000, ...options }: CommandOptions,
): Promise<string> => {
  const running = startCommand(command, options)
  let late = false
  const timer = setTimeout(() => {
    late = true
    void running.stop()
  }, timeout)
  const code = await running.ended
  clearTimeout(timer)
  await running.stop()
  if (code === 0) return running.output()
  const how = late ? `took longer than ${timeout / 1000} s` : `exited with ${code}`
  throw new Error(`${command.join(' ')} ${how}:\n${running.output()}`)
}
