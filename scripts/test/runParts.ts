import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { readTestTimes } from './readTestTimes.ts'

/** A part of a test run: an npm script. */
export interface Part {
  /** Name of the script. */
  name: string
  /** Arguments of the script. */
  args?: readonly string[]
  /** How many cores it uses on average, so that parts which mostly wait run beside others. Default 1. */
  cores?: number
  /** The parts that must end before this one starts. It is left out if one of them fails. */
  after?: readonly string[]
  /** Environment variables of the script. */
  env?: Record<string, string>
  /** The runner that writes a report with the time of each test. */
  runner?: 'vitest' | 'playwright'
}

interface Result {
  name: string
  passed: boolean
  seconds: number
  output: string
}

const reportOf = (name: string) => `.tidings/timings/${name.replace(':', '-')}.json`

const reporters = ({ name, runner }: Part) =>
  runner === 'vitest'
    ? ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`]
    : runner === 'playwright'
      ? ['--reporter=list,json']
      : []

const print = (text: string) => process.stdout.write(text)
const printHeading = (text: string) => print(`\n── ${text}\n`)

const minutes = (milliseconds: number) =>
  `${Math.floor(milliseconds / 60_000)}:${String(Math.floor(milliseconds / 1000) % 60).padStart(2, '0')}`

/** Runs a part. `cores` is the number of cores that it may fill. */
const run = (part: Part, cores: number, onOutput: (text: string) => void) =>
  new Promise<Result>((resolve, reject) => {
    const start = performance.now()
    const args = [...(part.args ?? []), ...reporters(part)]
    const child = spawn('npm', ['run', '--silent', part.name, ...(args.length > 0 ? ['--', ...args] : [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(part.name),
        // Beside other parts, Vitest must not start a worker for each core.
        ...(cores === 1 && { VITEST_MAX_WORKERS: '1' }),
        // As strict as CI, which alone fails on an obsolete snapshot.
        CI: 'true',
        // The output goes through a pipe, so it would have no colors.
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...part.env,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        onOutput(text)
      })
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ name: part.name, passed: code === 0, seconds: (performance.now() - start) / 1000, output }),
    )
  })

/**
 * Runs parts in their order, as many at a time as there are cores for, and prints their output, the slowest tests and
 * the failures. Sets the exit code to 1 if one fails. A part that needs every core runs alone, and prints at once; the
 * output of others follows at their end.
 */
export const runParts = async (parts: readonly Part[]): Promise<void> => {
  const started = performance.now()
  const allCores = availableParallelism()
  const coresOf = ({ cores = 1 }: Part) => Math.min(cores, allCores)
  rmSync('.tidings/timings', { recursive: true, force: true })
  mkdirSync('.tidings/timings', { recursive: true })

  const waiting = [...parts]
  const running = new Map<Part, Promise<void>>()
  const results: Result[] = []
  const hasEnded = (name: string) => !parts.some((part) => part.name === name) || results.some((r) => r.name === name)
  const hasFailed = (name: string) => results.some((result) => result.name === name && !result.passed)

  const runAndPrint = async (part: Part) => {
    const isAlone = coresOf(part) === allCores
    printHeading(`${part.name}, after ${minutes(performance.now() - started)} min`)
    const result = await run(part, coresOf(part), isAlone ? print : () => {})
    running.delete(part)
    results.push(result)
    if (isAlone) return
    printHeading(`output of ${part.name}`)
    print(result.output)
  }
  /** The first waiting part that is ready, and for which there are cores. */
  const findNext = () => {
    const free = allCores - [...running.keys()].reduce((sum, part) => sum + coresOf(part), 0)
    return waiting.find((part) => (part.after ?? []).every(hasEnded) && coresOf(part) <= free)
  }
  while (waiting.length > 0 || running.size > 0) {
    for (let next = findNext(); next; next = findNext()) {
      waiting.splice(waiting.indexOf(next), 1)
      const cause = next.after?.find(hasFailed)
      if (cause === undefined) running.set(next, runAndPrint(next))
      else results.push({ name: next.name, passed: false, seconds: 0, output: `Left out, because ${cause} failed.\n` })
    }
    await Promise.race(running.values())
  }

  const slowest = parts
    .flatMap(({ name }) => readTestTimes(reportOf(name)).map((test) => ({ ...test, part: name })))
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, 10)
  if (slowest.length > 0) printHeading('the ten slowest tests')
  for (const { name, part, duration } of slowest)
    print(`${(duration / 1000).toFixed(1).padStart(6)} s  ${part}  ${name}\n`)

  const failed = results.filter(({ passed }) => !passed)
  // The failed tests, and the end of their part, are printed again at the end: thousands of lines are above.
  for (const { name, output } of failed) {
    const lines = output.split('\n')
    printHeading(`${name} failed`)
    print([...lines.filter((line) => /FAIL|[✘✗]/.test(line)), ...lines.slice(-120)].join('\n'))
  }
  printHeading(`${results.length} parts, ${minutes(performance.now() - started)} min`)
  for (const { name, passed, seconds } of results)
    print(`${passed ? '✓' : '✗'} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s\n`)
  print(`\n${results.length - failed.length} passed, ${failed.length} failed\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
