import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The functions of a child process. Their arguments and results are messages between processes. */
type Api = Record<string, (argument: never) => unknown>

interface Call {
  id: number
  name: string
  argument: unknown
}

interface Answer {
  id: number
  result?: unknown
  error?: string
}

/** A process with functions that this process calls. */
export interface Child<Functions extends Api> {
  call<Name extends keyof Functions & string>(
    name: Name,
    ...argument: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>>
  /** Ends the process. */
  stop(): Promise<void>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a module that calls `serveParent` in its own process, so that its CPU time and memory are its alone. */
export const startChild = <Functions extends Api>(module: string): Child<Functions> => {
  const child = fork(fileURLToPath(module), {
    execArgv: ['--import', 'tsx'],
    // Like a service, a proxy and an app in production.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  children.add(child)
  const waiting = new Map<number, (answer: Answer) => void>()
  let calls = 0
  child.on('message', (message) => {
    const answer = message as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const end = async () => {
    const [code] = (await once(child, 'exit')) as [number | null]
    children.delete(child)
    for (const [id, settle] of waiting) settle({ id, error: `The process of ${module} exited with ${code}.` })
  }
  const gone = end()
  return {
    call: (name, ...[argument]) =>
      new Promise((resolve, reject) => {
        const id = (calls += 1)
        waiting.set(id, ({ result, error }) =>
          error === undefined ? resolve(result as never) : reject(new Error(`${name}: ${error}`)),
        )
        child.send({ id, name, argument } satisfies Call)
      }),
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Serves the functions of this process to its parent. */
export const serveParent = (functions: Api): void => {
  const send = (answer: Answer) => process.send?.(answer)
  process.on('message', (message) => {
    const { id, name, argument } = message as Call
    const run = async () => functions[name]?.(argument as never)
    run().then(
      (result) => send({ id, result }),
      (error: unknown) => send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
