import { parseArgs } from 'node:util'
import { apps } from './installs/apps.ts'
import { checkInstall } from './installs/checkInstall.ts'
import { findManagers } from './installs/managers.ts'
import { packPackages } from './publish/packPackages.ts'

/**
 * Installs the packed packages into apps with other versions of the same dependencies, outside the repository, with
 * each package manager. Run `npm run build` first, because this packs dist/. `--only NAME` selects apps or package
 * managers by a part of their name.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })

const managers = await findManagers()
const waiting = apps.flatMap((app) =>
  (app.isForCode ? managers.slice(0, 1) : managers)
    .map((manager) => ({ app, manager, name: `${manager.name}, ${app.name}` }))
    .filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true),
)
if (waiting.length === 0) throw new Error(`No install matches ${values.only?.join(', ')}.`)

const packed = packPackages('.tidings/installs')
const tarballs = { tidings: packed.tidings.tarball, service: packed.service.tarball }
let failed = 0
/** Runs installs one after another until none is left. */
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const start = performance.now()
    const { app, manager, name } = next
    const result = await checkInstall(app, manager, tarballs).catch((error: unknown) => {
      failed += 1
      return error instanceof Error ? error.message : String(error)
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const sign = { passed: '✓', skipped: '-' }[result] ?? '✗'
    process.stdout.write(`${sign} ${name.padEnd(40)} ${seconds.padStart(6)} s\n`)
    if (result === 'skipped') process.stdout.write('  skipped: the app can’t be installed even without tidings\n')
    else if (result !== 'passed') process.stdout.write(`${result}\n`)
  }
}

// Two at a time: one waits for the registry while the other starts a database.
await Promise.all([work(), work()])
process.exitCode = failed > 0 ? 1 : 0
