import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright'
import type { Example } from './Example.ts'
import { runCommand, startCommand } from './runCommand.ts'
import type { ExamplesService } from './startService.ts'
import { until } from './until.ts'
import { watchPage } from './watchPage.ts'

/** What all examples are run with. */
export interface ExampleTools {
  browser: Browser
  service: ExamplesService
  /** The packed package. */
  tarball: string
}

const quiet = { NEXT_TELEMETRY_DISABLED: '1', CI: '1', NO_COLOR: '1' }

/** Copies an example out of the repository, installs it with the packed package and builds it, as a team would. */
const install = async (name: string, tarball: string, folder: string): Promise<void> => {
  const isOurs = (source: string) => !/node_modules|[/\\]dist$|[/\\]\.next$|package-lock\.json$/.test(path.relative('examples', source))
  await cp(path.join('examples', name), folder, { recursive: true, filter: isOurs })
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel', 'error']
  await runCommand(['npm', 'install', ...quietly, tarball], { cwd: folder })
  await runCommand(['npm', 'run', '--silent', '--if-present', 'build'], { cwd: folder, env: quiet })
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const bound = server.address()
      server.close(() => (bound && typeof bound === 'object' ? resolve(bound.port) : reject(new Error('No port is free.'))))
    })
  })

/** Starts an installed example and uses it in a browser. */
const use = async ({ check, person }: Example, { browser, service }: ExampleTools, folder: string): Promise<void> => {
  const port = String(await freePort())
  const command = ['npm', 'start', '--silent', '--', '--port', port]
  const running = startCommand(command, { cwd: folder, env: { ...quiet, ...service.env, PORT: port } })
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    // By name, because some servers listen on ::1 alone.
    const url = `http://localhost:${port}`
    const answers = () => fetch(url).then(({ ok }) => ok, () => false)
    await until(`${url} answers`, answers, 60_000)
    const watched = await watchPage(context)
    watched.page.setDefaultTimeout(20_000)
    try {
      await check({ url, person, service, watched })
    } finally {
      // What the page complains of tells more than what could then not be found in it.
      watched.expectQuiet()
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${running.output()}`.trim(), { cause: error })
  } finally {
    await context.close()
    await running.stop()
  }
}

const inFolder = async (name: string, run: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), `tidings-${name}-`))
  try {
    await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Installs, builds, starts and uses an example that has a page. */
export const runExample = (example: Example, tools: ExampleTools): Promise<void> =>
  inFolder(example.name, async (folder) => {
    await install(example.name, tools.tarball, folder)
    await use(example, tools, folder)
  })

/** Runs the example that is a script, and reads what it prints. */
export const runScript = ({ service, tarball }: Pick<ExampleTools, 'service' | 'tarball'>): Promise<void> =>
  inFolder('node-script', async (folder) => {
    await install('node-script', tarball, folder)
    const printed = await runCommand(['npm', 'start', '--silent'], { cwd: folder, env: service.env })
    if (!printed.includes('• Hello: This came from a script.')) throw new Error(`The script printed:\n${printed}`)
  })
