import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Changes one expression of a file after another, and counts after how many changes its tests fail. Such a change is
 * killed; one that no test notices survives, and is printed.
 *
 * `npm run test:mutations -- src/content/safeUrl.ts` changes only that file, `--concurrency 1` uses one core.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { concurrency: { type: 'string' } } })

const proxyTests = (...names: string[]) => names.map((name) => `test/proxy/${name}.test.ts`).join(' ')

/** The tests of the log with a service, tabs and a storage. */
const stateTests =
  'test/state/intents/pinKind.test.tsx test/hooks/marks/marks.test.tsx test/hooks/marks/triage.test.tsx ' +
  'test/hooks/marks/laterDeliveries.test.tsx test/hooks/provider/persist.test.tsx ' +
  'test/hooks/feed/tabs.test.tsx test/hooks/feed/usePreferences.test.tsx test/hooks/live/live.test.tsx ' +
  ['marks', 'outage', 'refusedFeatures', 'clock'].map((name) => `test/regressions/${name}.test.tsx`).join(' ')

const triageTests = `test/components/inbox/triage.test.tsx test/components/inbox/usedButtons.test.tsx ${stateTests}`

const storageTest = 'test/state/persistence/serializedIntents.test.ts'

/** The files that are changed, with the tests that must notice. */
const testsOf: Record<string, string | undefined> = {
  'src/schedule/nextDelivery.ts': 'test/schedule/nextDelivery.test.ts',
  'src/schedule/editDay.ts': 'test/schedule/editDay.test.ts',
  'src/schedule/wallClock.ts': 'test/schedule/nextDelivery.test.ts test/schedule/snoozeTimes.test.ts',
  'src/content/safeUrl.ts': 'test/content/safeUrl.test.ts',
  'src/content/parseRichText.ts': 'test/content/parseRichText.test.ts',
  'src/state/pages/mergePages.ts': 'test/state/pages/mergePages.test.ts',
  'src/state/pages/nextPage.ts': 'test/state/pages/nextPage.test.ts',
  'src/state/marks/countAfterMarks.ts': 'test/state/marks/countAfterMarks.test.ts',
  'src/state/log/intentLog.ts': `test/state/log/intentLog.test.ts ${stateTests}`,
  'src/state/log/restoreIntents.ts': `test/state/log/intentLog.test.ts ${stateTests}`,
  'src/state/intents/makeIntent.ts': `test/components/inbox/savedPreferences.test.tsx ${stateTests}`,
  'src/state/intents/intentSender.ts': stateTests,
  'src/state/intents/outbox.ts': `test/state/intents/nextBatch.test.ts ${stateTests}`,
  'src/state/intents/dropSuperseded.ts': 'test/state/intents/dropSuperseded.test.ts',
  'src/state/intents/markKind.ts': `${storageTest} test/state/intents/nextBatch.test.ts ${stateTests}`,
  'src/state/intents/markAllKind.ts': `${storageTest} ${stateTests}`,
  'src/state/intents/restoreFlags.ts': `test/state/intents/restoreFlags.test.ts ${stateTests}`,
  'src/state/intents/triageKind.ts': `${storageTest} test/state/intents/nextBatch.test.ts ${triageTests}`,
  'src/state/intents/actionKind.ts': `${storageTest} ${triageTests}`,
  'src/state/intents/undo.ts': stateTests,
  'src/state/persistence/serializedIntents.ts': `${storageTest} ${stateTests}`,
  'src/proxy/crossOrigin.ts': proxyTests('crossOrigin', 'access'),
  'src/proxy/identify.ts': proxyTests('access', 'signing', 'setUpErrors'),
  'src/proxy/pickPublicFields.ts': proxyTests('responses', 'operations'),
}

/** In percent, over all files. The rest are changes after which the code does the same. */
const leastKilled = 92

const folder = '.tidings/stryker'
/** The runner uses the Vitest of this repository. */
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}.`)
}

/** Prints the mutants that survive. */
const mutate = (file: string, tests: string) => {
  const report = `${folder}/${basename(file, '.ts')}.json`
  const config = `${folder}/stryker.config.json`
  const settings = {
    mutate: [file],
    testRunner: 'vitest',
    // Vitest can't find the tests of a file by itself, because it fails to read Svelte files.
    vitest: { configFile: 'scripts/mutations/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignorePatterns: ['/*', '!/package.json', '!/tsconfig.json', '!/scripts', '!/src', '!/test'],
    tempDirName: `${folder}/sandboxes`,
    reporters: ['progress', 'clear-text', 'json'],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
    // For endless loops. On a busy machine, the default of five seconds is too short for tests that end.
    timeoutMS: 20_000,
    ...(values.concurrency !== undefined && { concurrency: Number(values.concurrency) }),
  }
  writeFileSync(config, JSON.stringify(settings))
  const stryker = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`
  run('node', [stryker, 'run', config], { ...process.env, TESTS: tests })
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: { status: string }[] }>
  }
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  return { file, all: statuses.length, killed: statuses.filter((status) => /Killed|Timeout/.test(status)).length }
}

const files = positionals.length > 0 ? positionals : Object.keys(testsOf)
const unknown = files.find((file) => testsOf[file] === undefined)
if (unknown !== undefined) throw new Error(`scripts/checkMutations.ts names no tests of ${unknown}.`)

mkdirSync(folder, { recursive: true })
// In a folder of its own: these are 170 packages that nothing else needs. Without --legacy-peer-deps, npm would install
// another Vitest there.
run('npm', ['install', '--prefix', folder, '--no-save', '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages])

const results = files.map((file) => mutate(file, testsOf[file] ?? ''))
const sum = (field: 'all' | 'killed') => results.reduce((total, result) => total + result[field], 0)
const total = { file: 'all files', all: sum('all'), killed: sum('killed') }
for (const { file, all, killed } of [...results, total])
  process.stdout.write(`${file.padEnd(36)} ${killed} of ${all} killed, ${((100 * killed) / all).toFixed(1)}%\n`)
process.exitCode = total.killed < (leastKilled / 100) * total.all ? 1 : 0
