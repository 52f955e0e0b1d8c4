import { spawn } from 'node:child_process'

/**
 * The parts of `npm test`, the quick ones first. Each is an npm script of its own. Those that stand together keep one core
 * busy each, and run side by side.
 */
const steps = [
  ['lint'],
  ['typecheck', 'test:convergence'],
  ['test:unit'],
  ['build', 'test:proxy'],
  ['test:package'],
  ['test:service'],
  ['test:stories'],
  ['test:e2e'],
]

interface Result {
  name: string
  passed: boolean
  seconds: number
}

const heading = (name: string) => process.stdout.write(`\n── ${name}\n`)

/** Runs a part. What one says that runs beside others stands in one piece, once it has ended. */
const run = (name: string, isAlone: boolean) =>
  new Promise<Result>((resolve, reject) => {
    const start = performance.now()
    if (isAlone) heading(name)
    const part = spawn('npm', ['run', '--silent', name], {
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const said: Buffer[] = []
    for (const stream of [part.stdout, part.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
    part.on('error', reject)
    part.on('close', (code) => {
      if (!isAlone) heading(name)
      process.stdout.write(Buffer.concat(said))
      resolve({ name, passed: code === 0, seconds: (performance.now() - start) / 1000 })
    })
  })

const results: Result[] = []
for (const names of steps) results.push(...(await Promise.all(names.map((name) => run(name, names.length === 1)))))

process.stdout.write('\n')
for (const { name, passed, seconds } of results)
  process.stdout.write(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s\n`)
const failed = results.filter(({ passed }) => !passed).length
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
