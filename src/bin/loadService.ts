import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { errorPage } from '../client/errors/errorCode.ts'

type Service = typeof import('tidings-service/command')

/** The files by which a folder shows its package manager, with the command that adds a package. */
const managers: readonly [lockFile: string, program: string, add: string][] = [
  ['pnpm-lock.yaml', 'pnpm', 'add'],
  ['yarn.lock', 'yarn', 'add'],
  ['bun.lock', 'bun', 'add'],
  ['bun.lockb', 'bun', 'add'],
  ['package-lock.json', 'npm', 'install'],
]

/**
 * Loads tidings-service. If it is missing, `dev` offers to install it. Without a terminal, and for other commands, it
 * prints the command that does.
 */
export const loadService = async (isDev: boolean): Promise<Service> => {
  const found = await findService()
  if (found) return found
  const { program, add } = managerOf(process.cwd())
  // `npx tidings dev` also runs where nothing is installed, from a folder of npx that has only tidings.
  const packages = isDev && !resolveHere('tidings/package.json') ? ['tidings', 'tidings-service'] : ['tidings-service']
  const command = [program, add, ...packages].join(' ')
  if (isDev && (await asksYes(`tidings: The service is in a separate package. Run ${command}? (y/N) `))) {
    if ((await run(program, [add, ...packages], process.platform === 'win32')) !== 0)
      return end(`tidings: ${command} failed.`)
    // This process remembers that the package was missing.
    return process.exit(await run(process.execPath, [...process.execArgv, ...process.argv.slice(1)]))
  }
  return end(`tidings: The service is in a separate package. Install it: ${command}. See ${errorPage('TIDINGS_501')}`)
}

/** Looks beside this package, then in the folder of the app: npx may have put this package elsewhere. */
const findService = async (): Promise<Service | undefined> => {
  try {
    return await import('tidings-service/command')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    // Node's wording is "Cannot find package 'tidings-service' imported from …".
    if (!isMissing || !error.message.includes("'tidings-service'")) throw error
  }
  const file = resolveHere('tidings-service/command')
  return file === undefined ? undefined : ((await import(pathToFileURL(file).href)) as Service)
}

const resolveHere = (name: string): string | undefined => {
  try {
    return createRequire(path.resolve('package.json')).resolve(name)
  } catch {
    return undefined
  }
}

/** The nearest lock file counts: that of a workspace is in a folder above. */
const managerOf = (folder: string): { program: string; add: string } => {
  const found = managers.find(([lockFile]) => existsSync(path.join(folder, lockFile)))
  if (found) return { program: found[1], add: found[2] }
  const parent = path.dirname(folder)
  return parent === folder ? { program: 'npm', add: 'install' } : managerOf(parent)
}

const asksYes = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl+C and Ctrl+D are a no.
  const closed = new Promise<string>((resolve) => prompt.once('close', () => resolve('')))
  const answer = await Promise.race([prompt.question(question), closed])
  prompt.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Runs a program in this terminal, and returns its exit code. Ctrl+C ends the program, and this process after it. */
const run = async (program: string, args: string[], shell = false): Promise<number> => {
  const child = spawn(program, args, { stdio: 'inherit', shell })
  const pass = (signal: NodeJS.Signals) => void (signal === 'SIGTERM' && child.kill(signal))
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status) => resolve(status ?? 1))
  })
  process.off('SIGINT', pass).off('SIGTERM', pass)
  return code
}

const end = (line: string): never => {
  process.stderr.write(`${line}\n`)
  return process.exit(1)
}
