import { fork } from 'node:child_process'
import path from 'node:path'
import { report, type Result } from './report.ts'

/** Runs a benchmark in a process of its own, so that none warms up or fills the memory of another. */
const run = (name: string) =>
  new Promise<Result[]>((resolve, reject) => {
    process.stderr.write(`${name} …\n`)
    const child = fork(path.join(import.meta.dirname, `${name}.ts`), { execArgv: ['--import', 'tsx'] })
    child.once('message', (results) => resolve(results as Result[]))
    child.once('exit', (code) => reject(new Error(`The benchmark "${name}" ended with ${code} and no results.`)))
  })

const results: Result[] = []
for (const name of ['state', 'ui']) results.push({ name: `— ${name} —`, median: '' }, ...(await run(name)))
process.exitCode = report(results) ? 0 : 1
