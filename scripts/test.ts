import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { readTestTimes } from './test/readTestTimes.ts'

/**
 * The parts of `npm test`, the quick ones first. Each is an npm script. Parts of one step use one core each, and run in
 * parallel on a machine with two. The first one finds the browser that later parts need, or installs it.
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

/** Arguments that make a test runner write a JSON report, for parts that run one. */
const reports = new Map(
  [
    ...['test:convergence', 'test:unit', 'test:proxy', 'test:service', 'test:stories'].map(
      (name) => [name, ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`]] as const,
    ),
    ['test:e2e', ['--reporter=list,json']] as const,
  ].map(([name, options]) => [name, ['--', ...options]]),
)

function reportOf(name: string) {
  return `.tidings/timings/${name.replace(':', '-')}.json`
}

interface Result {
  name: string
  passed: boolean
  seconds: number
  output: string
}

const started = performance.now()
const count = steps.flat().length
let startedParts = 0

const printHeading = (name: string) => process.stdout.write(`\n── ${name}\n`)

const minutes = (milliseconds: number) =>
  `${Math.floor(milliseconds / 60_000)}:${String(Math.floor(milliseconds / 1000) % 60).padStart(2, '0')}`

/** Runs a part. The output of a part that runs beside others is printed at its end, in one piece. */
const run = (name: string, isAlone: boolean) =>
  new Promise<Result>((resolve, reject) => {
    const start = performance.now()
    startedParts += 1
    printHeading(
      `${name}: part ${startedParts} of ${count}, after ${minutes(start - started)} min${isAlone ? '' : ', its output follows at its end'}`,
    )
    const part = spawn('npm', ['run', '--silent', name, ...(reports.get(name) ?? [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name),
        // As strict as CI, which alone fails on an obsolete snapshot.
        CI: 'true',
        // Its output goes through a pipe, so it would print no colors.
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      },
    })
    let output = ''
    for (const stream of [part.stdout, part.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (isAlone) process.stdout.write(text)
      })
    part.on('error', reject)
    part.on('close', (code) => {
      if (!isAlone) {
        printHeading(`output of ${name}`)
        process.stdout.write(output)
      }
      resolve({ name, passed: code === 0, seconds: (performance.now() - start) / 1000, output })
    })
  })

rmSync('.tidings/timings', { recursive: true, force: true })
mkdirSync('.tidings/timings', { recursive: true })

const results: Result[] = []
// A part alone uses every core. On a single core, two parts at once would only exceed each other's time limits.
for (const names of availableParallelism() > 1 ? steps : steps.flat().map((name) => [name]))
  results.push(...(await Promise.all(names.map((name) => run(name, names.length === 1)))))

const slowest = results
  .flatMap(({ name }) => readTestTimes(reportOf(name)).map((test) => ({ ...test, part: name })))
  .toSorted((a, b) => b.duration - a.duration)
  .slice(0, 10)
printHeading('the ten slowest tests')
for (const { name, part, duration } of slowest)
  process.stdout.write(`${(duration / 1000).toFixed(1).padStart(6)} s  ${part}  ${name}\n`)

const failed = results.filter(({ passed }) => !passed)
// The failed tests, and the end of their part, are printed again at the end: thousands of lines are above.
for (const { name, output } of failed) {
  const lines = output.split('\n')
  printHeading(`${name} failed`)
  process.stdout.write([...lines.filter((line) => /FAIL|[✘✗]/.test(line)), ...lines.slice(-60)].join('\n'))
}
printHeading(`${count} parts, ${minutes(performance.now() - started)} min`)
for (const { name, passed, seconds } of results)
  process.stdout.write(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s\n`)
process.stdout.write(`\n${results.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 ? 1 : 0
