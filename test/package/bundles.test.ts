import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'

// Bundling takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

type Mode = 'production' | 'development' | 'as it is'

const buildBundle = (code: string, mode: Mode) =>
  build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'tsx' },
    bundle: true,
    write: false,
    metafile: true,
    minify: mode === 'production',
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*', '*?inline'],
    define: { 'process.env.NODE_ENV': mode === 'as it is' ? 'process.env.NODE_ENV' : JSON.stringify(mode) },
  })

/** Bundles an import as the bundler of an app does. */
const bundle = async (code: string, mode: Mode) => (await buildBundle(code, mode)).outputFiles[0]?.text ?? ''

/** The packages in a bundle. */
const packagesIn = async (code: string) => {
  const { metafile } = await buildBundle(code, 'development')
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((name) => (inputs[name]?.bytesInOutput ?? 0) > 0),
  )
  return [...new Set(modules.flatMap((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []))]
}

/** Beginnings of development messages. */
const hints = {
  inbox: [
    'the style sheet is missing',
    'is a new function in each render',
    'Find both versions with npm ls',
    'two copies of tidings are on this page',
    'Wrap it in <InboxProvider',
    'tidings.copies',
    'TIDINGS_203',
    'TIDINGS_204',
    'npm dedupe leaves one',
    'TIDINGS_206',
  ],
  hooks: [
    'failed to play',
    'the count is not on the icon of this page',
    'does not show desktop notifications of pages',
    'does not report changes of the permission',
    'TIDINGS_214',
    'TIDINGS_215',
    'TIDINGS_216',
    'TIDINGS_217',
  ],
  client: [
    'Check the address and the network connection',
    'Check that `baseUrl` is the address of the service',
    'Try again later, or increase `timeout`',
    'Request only the inbox of the subscriber',
    'where every visitor can read it',
  ],
}

const entries = {
  inbox: `export { Inbox } from './src/index.ts'`,
  hooks: `export * from './src/hooks/index.ts'`,
  client: `export { createInboxClient } from './src/client/index.ts'`,
}

describe.each(['inbox', 'hooks', 'client'] as const)('%s', (entry) => {
  it('has development messages that a production build omits', async () => {
    const [development, production] = [
      await bundle(entries[entry], 'development'),
      await bundle(entries[entry], 'production'),
    ]
    expect(hints[entry].filter((hint) => !development.includes(hint))).toEqual([])
    expect(hints[entry].filter((hint) => production.includes(hint))).toEqual([])
    expect(production).not.toContain('console.warn(`tidings')
    expect(production).not.toMatch(/process\.env/)
    // What happened and the page about it are in both.
    for (const code of ['TIDINGS_101', 'TIDINGS_104', 'TIDINGS_202', 'node_modules/tidings/docs/errors/'])
      expect([code, production.includes(code)]).toEqual([code, true])
  })
})

it.each([
  ...Object.values(entries),
  `export * from './src/element/index.ts'`,
  `export { InboxDevtools } from './src/devtools/index.ts'`,
])('a browser loads no zod, which weighs more than the client: %s', async (code) => {
  expect(await packagesIn(code)).not.toContain('zod')
})

it('the clients of servers have the schemas', async () => {
  expect(await packagesIn(`export { createServiceClient } from './src/client/index.ts'`)).toContain('zod')
})

it.each(['production', 'development', 'as it is'] as const)(
  'an error of the client is created in a page, which has no `process`: %s',
  async (mode) => {
    const script = await bundle(
      `import { createInboxClient } from './src/client/index.ts'
    createInboxClient({ baseUrl: 'https://acme.test', fetch: async () => new Response('', { status: 404 }) }).getFeed('ada').catch(catchError)`,
      mode,
    )
    const error = await new Promise<Error>((catchError) => {
      runInNewContext(script, {
        AbortController,
        AbortSignal,
        Headers,
        Response,
        URL,
        URLSearchParams,
        clearTimeout,
        crypto,
        setTimeout,
        catchError,
      })
    })
    expect(error.message).toMatch(/^getFeed: the service returned 404\. .* See node_modules.+TIDINGS_103\.md$/)
    // A development server puts a constant in its place.
    expect(error.message.includes('Check that the subscriber exists')).toBe(mode === 'development')
  },
)

it('devtools are removed from a production build: they render nothing, and load no chunk', async () => {
  const page = `import { Inbox } from './src/index.ts'
    import { InboxDevtools } from './src/devtools/index.ts'
    export const App = () => <Inbox subscriberId="ada" baseUrl="/api/inbox"><InboxDevtools /></Inbox>`
  const traces = [
    'tidings-devtools',
    'tidings devtools',
    'Fail the next request',
    'tidings-devtools-table',
    'request aborted',
  ]
  const [development, production] = [await bundle(page, 'development'), await bundle(page, 'production')]
  expect(traces.filter((trace) => !development.includes(trace))).toEqual([])
  expect(traces.filter((trace) => production.includes(trace))).toEqual([])
})

it('the proxy imports nothing that only Node has', async () => {
  // esbuild fails on imports that it can't resolve.
  const proxy = await bundle(`export * from './src/proxy/index.ts'`, 'production')
  expect(proxy).toContain('tidings subscriber v1')
  expect(proxy).not.toMatch(/\brequire\b|\bBuffer\b|node:/)
})
