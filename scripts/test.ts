import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * The parts of `npm test`, the quick ones first. Each is an npm script of its own. The parts of one step use one core each,
 * and run side by side where there are two cores. The first finds the browser that later parts need, or installs it.
 */
const steps = [
  ['setup:chromium'],
  ['lint:check'],
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
  said: string
}

const started = performance.now()
const count = steps.flat().length
let begun = 0

const heading = (name: string) => process.stdout.write(`\n── ${name}\n`)

const minutes = (milliseconds: number) =>
  `${Math.floor(milliseconds / 60_000)}:${String(Math.floor(milliseconds / 1000) % 60).padStart(2, '0')}`

/** Runs a part. What one says that runs beside others stands in one piece, once it has ended. */
const run = (name: string, isAlone: boolean) =>
  new Promise<Result>((resolve, reject) => {
    const start = performance.now()
    begun += 1
    heading(
      `${name}: part ${begun} of ${count}, after ${minutes(start - started)} min${isAlone ? '' : ', its output follows at its end'}`,
    )
    const part = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        // As strict as CI, which alone would mind a snapshot that no test asks for any longer.
        CI: 'true',
        // What it says comes through a pipe, which has no colours of its own.
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      },
    })
    let said = ''
    for (const stream of [part.stdout, part.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (isAlone) process.stdout.write(text)
      })
    part.on('error', reject)
    part.on('close', (code) => {
      if (!isAlone) {
        heading(`output of ${name}`)
        process.stdout.write(said)
      }
      resolve({ name, passed: code === 0, seconds: (performance.now() - start) / 1000, said })
    })
  })

const results: Result[] = []
// A part alone uses every core. On a single core, two parts at once would only exceed each other's limits of time.
for (const names of availableParallelism() > 1 ? steps : steps.flat().map((name) => [name]))
  results.push(...(await Promise.all(names.map((name) => run(name, names.length === 1)))))

const failed = results.filter(({ passed }) => !passed)
// Thousands of lines above: which tests failed, and the end of their part, stand once more where one looks.
for (const { name, said } of failed) {
  const lines = said.split('\n')
  heading(`${name} failed`)
  process.stdout.write([...lines.filter((line) => /FAIL|[✘✗]/.test(line)), ...lines.slice(-60)].join('\n'))
}
process.stdout.write('\n')
for (const { name, passed, seconds } of results)
  process.stdout.write(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s\n`)
process.stdout.write(`\n${results.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 ? 1 : 0
