import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type UserConfig } from 'vite'
import { createHappenings } from '../../../demo/server/createHappenings.ts'
import { listen } from '../../../demo/server/listen.ts'
import demoConfig from '../../../demo/vite.config.ts'
import { createServiceClient } from '../../../src/client/index.ts'
import { createInboxProxy } from '../../../src/proxy/index.ts'
import { toNodeHandler } from '../../../src/proxy/node.ts'
import {
  createService,
  openDatabase,
  parseWorkspace,
  seedHistory,
  type WorkspaceInput,
} from '../../../src/service/index.ts'
import standaloneConfig from '../../../vite.standalone.config.ts'
import { history } from './history.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const read = (relative: string) => readFileSync(path(relative), 'utf8')

/** Files by their path. */
type Files = Map<string, string | Uint8Array>

/** The pages of the journeys and their servers. */
export interface Pages {
  /** Origin of the pages, such as `http://127.0.0.1:41234`. */
  address: string
  /** Stops the servers. */
  close: () => Promise<void>
}

/** The policy of examples/strict-csp, on every page. */
const policy = /"default-src [^"]+"/.exec(read('../../../examples/strict-csp/vite.config.ts'))?.[0].slice(1, -1)

/** The subscribers of the examples. */
const examplesReaders = ['grace', 'felix']

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Builds the pages and serves them with a real service and proxy, with data in memory:
 * - `/` is page/main.tsx,
 * - `/strict/` is examples/strict-csp,
 * - `/element/` is examples/plain-html with the standalone build of `<tidings-inbox>`,
 * - `POST /people?notifications=12` creates a subscriber with that many notifications, and responds with the id,
 * - `POST /events?subscriber=ID` triggers an event, and responds when the service has accepted it.
 *
 * Pages get the inbox of their `subscriber` parameter. An example has no parameter, and gets the id in its code.
 */
export const startPages = async (): Promise<Pages> => {
  if (policy === undefined) throw new Error('examples/strict-csp/vite.config.ts has no policy.')
  const workspace = parseWorkspace({
    ...(JSON.parse(read('../../../demo/workspace.json')) as WorkspaceInput),
    subscribers: [{ subscriberId: 'ravi', firstName: 'Ravi' }],
  })
  const [database, files] = await Promise.all([openDatabase('memory'), buildPages()])
  const apiKey = randomUUID()
  const service = await createService({ database, workspace, apiKeys: [apiKey] })
  for (const id of examplesReaders) await seedHistory({ database, workspace, history: history(id, 60) })

  // Calls the service directly, without a port.
  const direct = {
    apiKey,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => service.fetch(new Request(input, init)),
  }
  const client = createServiceClient({ ...direct, baseUrl: 'http://service.test' })
  const inbox = createInboxProxy({
    ...direct,
    serviceUrl: 'http://service.test',
    basePath: '/api/inbox',
    // These journeys don't test access control: any inbox may be read.
    authenticate: ({ url }) => new URL(url).pathname.split('/')[5],
  })
  const proxy = toNodeHandler(inbox)
  const happen = createHappenings(() => new Date())
  const rest = toNodeHandler(async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url)
    if (method === 'POST' && pathname === '/people') {
      const id = `reader-${randomUUID()}`
      await seedHistory({ database, workspace, history: history(id, Number(searchParams.get('notifications'))) })
      return Response.json({ id })
    }
    if (method === 'POST' && pathname === '/events')
      return Response.json(await client.bulkTrigger([happen('comment', searchParams.get('subscriber') ?? '')]))
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const file = files.get(name)
    if (file === undefined) return new Response('File not found.', { status: 404 })
    return new Response(file as BodyInit, {
      headers: {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-security-policy': policy,
      },
    })
  })
  const server = createServer(
    (request, response) => void (request.url?.startsWith('/api/inbox/') ? proxy : rest)(request, response),
  )
  const { address, close } = await listen(server, 0)
  return {
    address,
    close: async () => {
      // Open streams end with the proxy. The server waits for them.
      await Promise.all([inbox.close(), close()])
      await service.close()
    },
  }
}

/** Builds the two examples as a user would copy them, with the sources instead of the package. */
const buildPages = async (): Promise<Files> => {
  const { alias } = demoConfig.resolve as { alias: { find: string | RegExp; replacement: string }[] }
  const tidings = [
    { find: /^tidings\/themes\/(.+)$/, replacement: path('../../../src/styles/themes/$1') },
    { find: /^tidings\/(languages\/.+)$/, replacement: path('../../../src/$1.ts') },
    { find: 'tidings/rich', replacement: path('../../../src/content/parseRichText.ts') },
    { find: 'tidings/html', replacement: path('../../../src/html/index.ts') },
    { find: 'tidings/persist', replacement: path('../../../src/persist/index.ts') },
    ...alias,
  ]
  const page = (folder: string, base: string) =>
    ({ root: path(folder), base, plugins: [react()], resolve: { alias: tidings } }) satisfies UserConfig
  const built = await Promise.all([
    // For older browsers Vite would rewrite light-dark(), and no test could remove it.
    buildFiles('/', { ...page('../page', '/'), build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] } }),
    buildFiles('/strict/', page('../../../examples/strict-csp', '/strict/')),
    buildFiles('/tidings/', { ...standaloneConfig, publicDir: false }),
  ])
  const files: Files = new Map(built.flatMap((part) => [...part]))
  for (const [name, file] of readFolder('../../../examples/strict-csp/public')) {
    files.set(`/strict/${name}`, file)
    // The example refers to its icons at the root.
    if (name.endsWith('.svg')) files.set(`/${name}`, file)
  }
  for (const [name, file] of readFolder('../../../examples/plain-html/public'))
    files.set(name === 'index.html' ? '/element/index.html' : `/${name}`, file)
  files.set('/collect.js', read('../page/collect.js'))
  for (const [name, file] of files)
    if (name.endsWith('.html'))
      files.set(name, String(file).replace('<head>', '<head><script src="/collect.js"></script>'))
  return files
}

/** Builds with Vite, in memory. */
const buildFiles = async (base: string, config: UserConfig): Promise<Files> => {
  // Vitest sets "test", but the element is a production build.
  process.env['NODE_ENV'] = 'production'
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  return new Map(outputs.map((file) => [`${base}${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

const readFolder = (relative: string): (readonly [string, string])[] =>
  readdirSync(path(relative)).map((name) => [name, read(`${relative}/${name}`)] as const)
