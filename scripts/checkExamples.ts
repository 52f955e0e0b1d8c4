import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { belowPath } from './examples/belowPath.ts'
import { examples } from './examples/examples.ts'
import { runExample, runScript } from './examples/runExample.ts'
import { startService } from './examples/startService.ts'
import { packPackages } from './publish/packPackages.ts'
import { installChromium } from './setup/installChromium.ts'

/**
 * Installs the packed packages into each of examples/, outside the repository, and uses the example with the real
 * service in Chromium. Run `npm run build` first, because this packs dist/. `--only NAME` selects examples and can be
 * repeated. `--below-path` also runs them below a path of their site.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, 'below-path': { type: 'boolean' } },
})

const names = [...examples.map(({ name }) => name), 'node-script']
const unknown = values.only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0) {
  process.stderr.write(`There is no example "${unknown.join('", "')}". Examples: ${names.join(', ')}\n`)
  process.exit(1)
}

const packed = packPackages('.tidings/examples')
const tarballs = { tidings: packed.tidings.tarball, service: packed.service.tarball }
const service = await startService(tarballs)
const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })

const waiting: { name: string; run: () => Promise<void> }[] = [
  ...examples.map((example) => ({
    name: example.name,
    run: () =>
      runExample(example, { browser, service, tarballs }, values['below-path'] ? belowPath[example.name] : undefined),
  })),
  { name: 'node-script', run: () => runScript({ service, tarballs }) },
].filter(({ name }) => values.only?.includes(name) ?? true)

let failed = 0
/** Runs examples one after another until none is left. */
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const start = performance.now()
    const error = await next.run().then(
      () => undefined,
      (reason: unknown) =>
        reason instanceof Error
          ? reason
          : new Error('The check threw a value that is not an Error.', { cause: reason }),
    )
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`${error === undefined ? '✓' : '✗'} ${next.name.padEnd(16)} ${seconds.padStart(6)} s\n`)
    if (error === undefined) continue
    failed += 1
    process.stdout.write(`${error.message}\n`)
  }
}

try {
  // Two at a time: each keeps a core busy.
  await Promise.all([work(), work()])
} finally {
  await browser.close()
  await service.stop()
}
process.exitCode = failed > 0 ? 1 : 0
