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
  said: string
}

const heading = (name: string) => process.stdout.write(`\n── ${name}\n`)

/** Runs a part. What one says that runs beside others stands in one piece, once it has ended. */
const run = (name: string, isAlone: boolean) =>
  new Promise<Result>((resolve, reject) => {
    const start = performance.now()
    if (isAlone) heading(name)
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
        heading(name)
        process.stdout.write(said)
      }
      resolve({ name, passed: code === 0, seconds: (performance.now() - start) / 1000, said })
    })
  })

const results: Result[] = []
for (const names of steps) results.push(...(await Promise.all(names.map((name) => run(name, names.length === 1)))))

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
