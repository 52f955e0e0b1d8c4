import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { build } from 'vite'
import config from '../vite.config.ts'

/** Responds with the page's files. */
export type PageHandler = (request: Request) => Response

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** As strict as possible: the inbox needs no inline style and no inline script. */
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

/**
 * Builds the app's page with Vite, and caches it in memory.
 * @returns its handler. Paths that are no file belong to the client-side router and get the page.
 */
export const buildPage = async (): Promise<PageHandler> => {
  const files = new Map([...(await publicFiles()), ...(await builtFiles())])
  return (request) => {
    const { pathname } = new URL(request.url)
    const isFile = extname(pathname) !== ''
    const name = isFile ? pathname : '/index.html'
    const body = files.get(name)
    if (body === undefined) return new Response('File not found.', { status: 404 })
    return new Response(body, {
      headers: {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': name.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      },
    })
  }
}

/** The document, and the files whose names contain a hash. */
const builtFiles = async () => {
  const built = await build({ ...config, configFile: false, build: { ...config.build, write: false } })
  if (!('output' in built)) throw new Error('Vite returned a watcher instead of a build.')
  const contentOf = (file: (typeof built.output)[number]) => {
    if (file.type === 'chunk') return file.code
    // Copies the bytes of fonts, because a Response rejects shared memory.
    return typeof file.source === 'string' ? file.source : new Uint8Array(file.source)
  }
  return built.output.map((file) => [`/${file.fileName}`, contentOf(file)] as const)
}

/** Files that are served unchanged. */
const publicFiles = async () => {
  const folder = join(config.root ?? '.', 'public')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.map(async (path) => [path.slice(folder.length).replaceAll('\\', '/'), await readFile(path, 'utf8')] as const),
  )
}
