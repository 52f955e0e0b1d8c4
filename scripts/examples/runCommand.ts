import { type ChildProcess, spawn } from 'node:child_process'

export interface CommandOptions {
  cwd: string
  env?: Record<string, string>
  /** After so many milliseconds it is ended. Default 240,000. */
  timeout?: number
}

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** All that it has written so far. */
  output: () => string
  /** Settles when it has ended, with its exit code. */
  ended: Promise<number | null>
  /** Ends it, and what it has started itself. */
  stop: () => Promise<void>
}

/** Starts a command in a process group of its own. */
export const startCommand = (
  command: readonly string[],
  { cwd, env = {} }: Omit<CommandOptions, 'timeout'>,
): RunningCommand => {
  const [file = '', ...args] = command
  const child: ChildProcess = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
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
      // Its whole group: npm leaves what it runs behind.
      if (process.platform === 'win32') child.kill()
      else process.kill(-child.pid, 'SIGTERM')
    } catch (error) {
      // It ended by itself just now.
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
 * @returns what it wrote.
 * @throws Error with what it wrote, where it fails or takes too long.
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
  const how = late ? `took longer than ${timeout / 1000} s` : `ended with ${code}`
  throw new Error(`${command.join(' ')} ${how}:\n${running.output()}`)
}
