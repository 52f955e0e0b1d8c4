import { readFile } from 'node:fs/promises'
import { openDatabase } from '../database/openDatabase.ts'
import { defaultWorkspace } from '../workspace/defaultWorkspace.ts'
import { parseWorkspace } from '../workspace/parseWorkspace.ts'
import type { Workspace } from '../workspace/workspaceSchema.ts'
import { keepApiKey } from './apiKeyFile.ts'
import { CommandError, type ServiceArguments } from './readArguments.ts'

/** Where the command line writes. */
export interface Outputs {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

/** How long a request may take after the process was told to stop, in milliseconds. */
const patience = 10_000

/** Serves until a signal says to stop. Logs go to standard error: standard output holds the address alone. */
export const serve = async (args: ServiceArguments, { stdout, stderr }: Outputs): Promise<void> => {
  const log = (line: string) => void stderr.write(`${line}\n`)
  const workspace = await readWorkspace(args.workspace)
  const { stopped, forget } = listenForSignals()
  try {
    // At once: loading takes as long as opening the files.
    const [database, { listen }, { startService }] = await Promise.all([
      openDatabase(args.data, { log }),
      import('./listen.ts'),
      import('../startService.ts'),
    ])
    try {
      const { apiKey, file } = args.apiKey === undefined ? keepApiKey(args.data) : { apiKey: args.apiKey }
      const service = await startService({
        database,
        workspace,
        apiKeys: [apiKey],
        behavior: args.behavior,
        ...(args.envelope && { envelope: args.envelope }),
        log,
      })
      const { address, stop } = await listen(service, { ...args, log })
      stdout.write(`tidings service listening on ${address}\n`)
      if (args.apiKey === undefined) log(`API key: ${apiKey} (${file ? `saved in ${file}` : 'for this run only'})`)
      log(`${await stopped}: stopping`)
      forget()
      if (!(await stop(patience))) log('Some requests took too long, so the service ended them.')
      await service.close()
    } finally {
      await database.close()
    }
  } finally {
    forget()
  }
}

const readWorkspace = async (file: string | undefined): Promise<Workspace> => {
  if (file === undefined) return parseWorkspace(defaultWorkspace)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(1, `The workspace file ${file} can't be read: ${reason}`)
  }
  return parseWorkspace(text)
}

/** Listens for the signal that asks the process to stop. When that is over, a signal ends the process at once. */
const listenForSignals = () => {
  const signals = ['SIGTERM', 'SIGINT'] as const
  let hear: (signal: NodeJS.Signals) => void = () => {}
  const stopped = new Promise<NodeJS.Signals>((resolve) => (hear = resolve))
  for (const signal of signals) process.on(signal, hear)
  return {
    stopped,
    forget: () => {
      for (const signal of signals) process.off(signal, hear)
    },
  }
}
