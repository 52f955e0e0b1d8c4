import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A text of a file, and what replaces it. Without the text to replace, the file is new. */
export type Edit = readonly [file: string, from: string | undefined, to: string]

/** How an example becomes an app below `basePath`. */
export interface BelowPath {
  edits: readonly Edit[]
  /** Whether a server in front removes the path, so that the app's server does not know it. Default false. */
  isStripped?: boolean
}

/** The path of the site below which examples are served. */
export const basePath = '/portal'

/** The page that `checkBelowPath` links to. */
const order = (file: string, page: string): Edit => [file, undefined, page]

const portalInNextjs = `'use client'
import { useRouter } from 'next/navigation'
import { Inbox, InboxPage, type InboxPageProps, type InboxProps } from 'tidings'

const resolveHref = (path: string) => '/portal' + path

export const PortalInbox = (props: InboxProps) => (
  <Inbox {...props} navigate={useRouter().push} resolveHref={resolveHref} />
)
export const PortalInboxPage = (props: InboxPageProps) => (
  <InboxPage {...props} navigate={useRouter().push} resolveHref={resolveHref} />
)
`

/** By example: its settings of the framework, and what docs/recipes/below-a-path.md adds. */
export const belowPath: Readonly<Record<string, BelowPath>> = {
  nextjs: {
    edits: [
      ['next.config.ts', 'export default {', "export default { basePath: '/portal', trailingSlash: true,"],
      ['lib/inbox.ts', "baseUrl = '/api/inbox'", "baseUrl = '/portal/api/inbox'"],
      ['lib/inbox.ts', 'basePath: baseUrl', "basePath: '/api/inbox'"],
      ['app/portal.tsx', undefined, portalInNextjs],
      ['app/page.tsx', "{ Inbox } from 'tidings'", "{ PortalInbox as Inbox } from './portal'"],
      ['app/inbox/page.tsx', "{ InboxPage } from 'tidings'", "{ PortalInboxPage as InboxPage } from '../portal'"],
      order('app/orders/77/page.tsx', 'export default function Order() { return <h1>Order 77</h1> }'),
    ],
  },
  nuxt: {
    edits: [
      ['nuxt.config.ts', 'app: {', "app: { baseURL: '/portal/',"],
      ['app/app.vue', '"/api/inbox"', `"/portal/api/inbox" :resolve-href="(path) => '/portal' + path"`],
      order('app/pages/orders/[id].vue', '<template><h1>Order</h1></template>'),
    ],
  },
  sveltekit: {
    edits: [
      ['svelte.config.js', 'adapter: adapter()', "adapter: adapter(), paths: { base: '/portal' }"],
      ['src/routes/+layout.js', undefined, "export const trailingSlash = 'always'"],
      ['src/routes/+layout.svelte', '<script>', "<script>\n  import { base } from '$app/paths'"],
      ['src/routes/+layout.svelte', '"/api/inbox"', '"{base}/api/inbox" resolveHref={(path) => base + path}'],
      ['src/routes/+layout.svelte', 'navigate={goto}', 'navigate={(path) => goto(base + path)}'],
      order('src/routes/orders/[id]/+page.svelte', '<h1>Order</h1>'),
    ],
  },
  astro: {
    edits: [
      ['astro.config.mjs', 'defineConfig({', "defineConfig({ base: '/portal', trailingSlash: 'always',"],
      ['src/layouts/Layout.astro', '"/api/inbox"', '"/portal/api/inbox"'],
      [
        'src/layouts/Layout.astro',
        "document.querySelector('tidings-inbox')!.navigate = navigate",
        `const resolveHref = (path: string) => '/portal' + path
        Object.assign(document.querySelector('tidings-inbox')!, {
          // Astro answers other addresses with a redirect, which makes a GET of each write.
          fetch: (address: string, init: RequestInit) => fetch(address.replace(/(?=\\?|$)/, '/'), init),
          resolveHref,
          navigate: (path: string) => navigate(resolveHref(path)),
        })`,
      ],
      order(
        'src/pages/orders/77.astro',
        "---\nimport Layout from '../../layouts/Layout.astro'\n---\n<Layout><h1>Order 77</h1></Layout>",
      ),
    ],
  },
  // React Router.
  'vite-react-19': {
    edits: [
      ['package.json', '"react-dom"', '"react-router": "^7.0.0",\n    "react-dom"'],
      ['vite.config.ts', 'defineConfig({', "defineConfig({ base: '/portal/',"],
      ['vite.config.ts', "'/api/inbox'", "'/portal/api/inbox'"],
      [
        'src/main.tsx',
        'import { Inbox }',
        "import { BrowserRouter, useNavigate } from 'react-router'\nimport { Inbox }",
      ],
      [
        'src/main.tsx',
        '"/api/inbox"',
        `"/portal/api/inbox" navigate={useNavigate()} resolveHref={(path) => '/portal' + path}`,
      ],
      ['src/main.tsx', '<App />', '<BrowserRouter basename="/portal"><App /></BrowserRouter>'],
    ],
  },
  // The server stays as it is.
  express: {
    isStripped: true,
    edits: [
      ['vite.config.js', 'defineConfig({', "defineConfig({ base: '/portal/',"],
      ['src/main.jsx', "fetch('/session'", "fetch('/portal/session'"],
      [
        'src/main.jsx',
        '"/api/inbox"',
        `"/portal/api/inbox" resolveHref={(path) => '/portal' + path}
        navigate={(path) => history.pushState(null, '', '/portal' + path)}`,
      ],
    ],
  },
}

/**
 * Changes the files of an installed example.
 * @throws Error if a file does not contain the text of an edit.
 */
export const applyEdits = async (folder: string, edits: readonly Edit[]): Promise<void> => {
  for (const [file, from, to] of edits) {
    const target = path.join(folder, file)
    if (from === undefined) {
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, to)
      continue
    }
    const text = await readFile(target, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}. Change its edit in belowPath.ts.`)
    await writeFile(
      target,
      text.replaceAll(from, () => to),
    )
  }
}
