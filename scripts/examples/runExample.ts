import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright'
import { nodeFor } from '../setup/installNode.ts'
import { applyEdits, basePath, type BelowPath, type Edit } from './belowPath.ts'
import { checkBelowPath } from './checkBelowPath.ts'
import type { Check, Example } from './Example.ts'
import { expectQuietLog } from './expectQuietLog.ts'
import { runCommand, startCommand } from './runCommand.ts'
import type { ExamplesService } from './startService.ts'
import { startStrippingProxy } from './startStrippingProxy.ts'
import { until } from './until.ts'
import { watchPage } from './watchPage.ts'

/** The shared environment of all examples. */
export interface ExampleTools {
  /** A running Chromium. */
  browser: Browser
  /** The notification service. */
  service: ExamplesService
  /** Paths of the packed packages. */
  tarballs: { tidings: string; service: string }
}

type Environment = Record<string, string>

const quiet: Environment = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  CI: '1',
  NO_COLOR: '1',
}

/** Copies an example out of the repository, and installs it with the packed packages as a user would. */
const install = async (
  name: string,
  folder: string,
  { tarballs }: Pick<ExampleTools, 'tarballs'>,
  node: Environment = {},
): Promise<void> => {
  const isOurs = (source: string) =>
    !/node_modules|[/\\](?:dist|build|\.(?:next|nuxt|output|svelte-kit|astro|react-router|tanstack|angular))$|package-lock\.json$/.test(
      path.relative('examples', source),
    )
  await cp(path.join('examples', name), folder, { recursive: true, filter: isOurs })
  await installPackages(folder, { tarballs }, node)
}

const installPackages = async (
  folder: string,
  { tarballs }: Pick<ExampleTools, 'tarballs'>,
  node: Environment,
): Promise<void> => {
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel', 'error']
  const needsService = (await readFile(path.join(folder, 'package.json'), 'utf8')).includes('"tidings-service"')
  const packed = [tarballs.tidings, ...(needsService ? [tarballs.service] : [])]
  // `npm run` passes the settings of this project's .npmrc on, which a user's app does not have.
  await runCommand(['npm', 'install', ...quietly, ...packed], {
    cwd: folder,
    env: { ...node, npm_config_engine_strict: 'false' },
  })
}

/** Builds an example without an API key, as a build server would. */
const build = async (folder: string, configuration: Environment): Promise<void> => {
  const output = await runCommand(['npm', 'run', '--silent', '--if-present', 'build'], {
    cwd: folder,
    env: { ...quiet, ...configuration },
  })
  expectQuietLog('the build', output)
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const bound = server.address()
      server.close(() =>
        bound && typeof bound === 'object' ? resolve(bound.port) : reject(new Error('No port is free.')),
      )
    })
  })

/** How to serve and check an installed example. */
interface ServedExample extends Pick<Example, 'ownLine'> {
  folder: string
  person: string
  /** The npm script that serves it. */
  script: string
  check: Check
  configuration: Environment
  /** Environment variables that connect it to a server of its own, and choose its Node. */
  serverEnv: Environment
  /** How it is served below `basePath`. Default: it is served at the root of its site. */
  below?: BelowPath
}

const serve = (folder: string, script: string, port: string, env: Environment) =>
  startCommand(['npm', 'run', script, '--silent', '--', '--port', port], {
    cwd: folder,
    env: { ...quiet, ...env, PORT: port },
  })

/** Serves a built example without an API key. It must still render its pages, and log the missing key once. */
const useWithoutKey = async (folder: string, words: string, node: Environment): Promise<void> => {
  const port = String(await freePort())
  const running = serve(folder, 'start', port, node)
  try {
    const isRendered = () =>
      fetch(`http://localhost:${port}`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until('the page is rendered without a key', isRendered, 60_000)
    for (let page = 0; page < 3; page++)
      if (!(await isRendered())) throw new Error('A page is not rendered without a key.')
    await until(`the log contains ${words}`, () => running.output().includes(words))
    const count = running.output().split('tidings proxy, request').length - 1
    if (count !== 1)
      throw new Error(`The log reports the missing key ${count} times instead of once:\n${running.output()}`)
  } finally {
    await running.stop()
  }
}

/** Serves an installed example and uses it in a browser. */
const serveAndCheck = async (
  { folder, person, script, check, configuration, serverEnv, ownLine, below }: ServedExample,
  { browser, service }: ExampleTools,
): Promise<void> => {
  const appPort = String(await freePort())
  const running = serve(folder, script, appPort, { ...service.env, ...serverEnv, ...configuration })
  const front = below?.isStripped ? await startStrippingProxy(appPort) : undefined
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  try {
    // By name, because some servers listen on ::1 only.
    const url = `http://localhost:${front?.port ?? appPort}${below ? basePath : ''}/`
    const answers = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(`${url} answers`, answers, 60_000)
    const watched = await watchPage(context)
    // Development servers compile a page or an API route on its first request.
    watched.page.setDefaultTimeout(60_000)
    try {
      const checked = { folder, url, person, service, watched }
      await check(checked)
      if (below) await checkBelowPath(checked)
    } finally {
      // Errors of the browser page explain more than an element that was not found.
      watched.expectQuiet()
    }
    expectQuietLog('the server', running.output(), ownLine)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const how = Object.entries(configuration)
      .map(([name, value]) => `${name}=${value} `)
      .join('')
    throw new Error(
      `${below ? `below ${basePath}: ` : ''}${how}npm run ${script}: ${reason}\n${running.output()}`.trim(),
      { cause: error },
    )
  } finally {
    await context.close()
    await front?.stop()
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

/**
 * Installs, builds, serves and checks an example that has a page.
 * @param below how the example is changed and checked once more, below `basePath`. Default: it is not.
 */
export const runExample = (
  { name, person, checks, configurations = [{}], startServer, ownLine, logWithoutKey, oldestNode, variant }: Example,
  tools: ExampleTools,
  below?: BelowPath,
): Promise<void> =>
  inFolder(name, async (folder) => {
    const node: Environment = oldestNode === undefined ? {} : await nodeFor(oldestNode)
    await install(name, folder, tools, node)
    const server = await startServer?.()
    const serverEnv = { ...node, ...server?.env }
    const buildAndCheck = async (configuration: Environment, how?: Pick<ServedExample, 'below'>) => {
      await build(folder, { ...node, ...configuration })
      for (const [script, check] of Object.entries(checks))
        await serveAndCheck({ folder, person, script, check, configuration, serverEnv, ownLine, ...how }, tools)
    }
    const edit = async (edits: readonly Edit[]) => {
      await applyEdits(folder, edits)
      if (edits.some(([file]) => file === 'package.json')) await installPackages(folder, tools, node)
    }
    try {
      for (const configuration of configurations) await buildAndCheck(configuration)
      if (logWithoutKey !== undefined) await useWithoutKey(folder, logWithoutKey, node)
      if (below) {
        await edit(below.edits)
        await buildAndCheck({}, { below })
      }
      if (variant) {
        await edit(variant)
        await buildAndCheck({})
      }
    } finally {
      await server?.stop()
    }
  })

/** Runs the example that is a script, and checks its output. */
export const runScript = (tools: Pick<ExampleTools, 'service' | 'tarballs'>): Promise<void> =>
  inFolder('node-script', async (folder) => {
    await install('node-script', folder, tools)
    const printed = await runCommand(['npm', 'start', '--silent'], { cwd: folder, env: tools.service.env })
    if (!printed.includes('• Hello: This came from a script.')) throw new Error(`The script printed:\n${printed}`)
  })
