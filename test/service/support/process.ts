import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../../src/service/command/commandLine.ts'
import type { Command } from '../../../src/service/command/readArguments.ts'

/** The command line in its own process. */
export interface RunningCommand {
  pid: number | undefined
  /** Its first line on standard output, or undefined if it exits without one. */
  firstLine: Promise<string | undefined>
  /** Everything that it has written to both outputs. */
  output: { stdout: string; stderr: string }
  kill(signal: NodeJS.Signals): void
  /** Exit code, or the signal that ended it. */
  exit: Promise<number | NodeJS.Signals | null>
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs `tidings-service …` from its source, as `npm run service` does. */
export const run = (
  args: string[],
  options: {
    cwd?: string
    env?: Record<string, string>
    root?: string
    bin?: Command
    /** A command that runs the process, such as `unshare`. Signals reach both. */
    wrapper?: string[]
  } = {},
): RunningCommand => {
  const root = options.root ?? checkout
  const tsx = new URL(import.meta.resolve('tsx')).href
  const bin = `${root}/src/bin/${options.bin ?? 'tidings-service'}.ts`
  const [program = '', ...rest] = [...(options.wrapper ?? []), process.execPath, '--import', tsx, bin, ...args]
  const child = spawn(program, rest, {
    // With a process group of its own.
    detached: options.wrapper !== undefined,
    cwd: options.cwd ?? root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()))
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  const firstLine = new Promise<string | undefined>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      output.stdout += text.toString()
      if (output.stdout.includes('\n')) resolve(output.stdout.split('\n')[0])
    })
    void exit.then(() => resolve(undefined))
  })
  const kill = (signal: NodeJS.Signals) => {
    if (!options.wrapper || child.pid === undefined) child.kill(signal)
    else if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal)
  }
  return { pid: child.pid, firstLine, output, kill, exit }
}

/** Runs a command that exits by itself. */
export const runToEnd = async (...call: Parameters<typeof run>) => {
  const command = run(...call)
  return { exit: await command.exit, ...command.output }
}

/** Timeout in milliseconds: a process needs seconds to start, and more on a busy machine. */
export const patience = 120_000

/** Runs a command in this process, for commands that exit before they serve. */
export const runHere = async (
  args: string[],
  command: Command = 'tidings',
  env: Record<string, string | undefined> = {},
) => {
  const result = { exit: 0, stdout: '', stderr: '' }
  const io = {
    env,
    stdout: { write: (text: string) => (result.stdout += text) },
    stderr: { write: (text: string) => (result.stderr += text) },
  }
  result.exit = await runCommandLine(command, args, io)
  return result
}
