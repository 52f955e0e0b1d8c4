import { spawnSync } from 'node:child_process'

/** The parts of `npm test`, the quick ones first. Each is an npm script of its own. */
const parts = [
  'lint',
  'typecheck',
  'test:unit',
  'test:convergence',
  'test:proxy',
  'test:service',
  'build',
  'test:package',
  'test:stories',
  'test:e2e',
]

const results = parts.map((name) => {
  const start = performance.now()
  process.stdout.write(`\n── ${name}\n`)
  const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit', shell: process.platform === 'win32' })
  return { name, passed: status === 0, seconds: (performance.now() - start) / 1000 }
})

process.stdout.write('\n')
for (const { name, passed, seconds } of results)
  process.stdout.write(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s\n`)
const failed = results.filter(({ passed }) => !passed).length
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
