import { fork } from 'node:child_process'
import path from 'node:path'
import { report, type Result } from './report.ts'

/** Runs a benchmark in its own process, so that none warms up the code or fills the memory of another. */
const run = (name: string) =>
  new Promise<Result[]>((resolve, reject) => {
    process.stderr.write(`${name} …\n`)
    const child = fork(path.join(import.meta.dirname, `${name}.ts`), { execArgv: ['--import', 'tsx'] })
    child.once('message', (results) => resolve(results as Result[]))
    child.once('exit', (code) => reject(new Error(`The benchmark "${name}" exited with ${code} and without results.`)))
  })

const results: Result[] = []
for (const name of ['state', 'ui']) results.push({ name: `— ${name} —`, median: '' }, ...(await run(name)))
process.exitCode = report(results) ? 0 : 1
