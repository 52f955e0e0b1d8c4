import { build } from 'vite'
import standaloneConfig from '../../../vite.standalone.config.ts'
import { expect, test as base } from './test.ts'

/** The files of the standalone element, by their paths in `dist/standalone`. */
type Files = ReadonlyMap<string, string>

/** Builds the standalone element as it is published, in memory. */
const buildElement = async (): Promise<Files> => {
  const built = await build({
    ...standaloneConfig,
    configFile: false,
    logLevel: 'error',
    build: { ...standaloneConfig.build, write: false },
  })
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  return new Map(outputs.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])))
}

/** As strict as possible. */
const policy =
  "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; require-trusted-types-for 'script'"

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="/favicon.svg" />
    <title>Element</title>
    <script type="module" src="/element/element.js"></script>
  </head>
  <body>
    <header>
      <tidings-inbox subscriber-id="maya" handles="action"></tidings-inbox>
      <button>After</button>
    </header>
    <main></main>
  </body>
</html>`

/** A test on a page with the built element, beside the demo's API. The person is signed in as Maya. */
export const test = base.extend<{ elementPage: void }, { files: Files }>({
  files: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, provide) => provide(await buildElement()),
    { scope: 'worker', timeout: 120_000 },
  ],
  elementPage: [
    async ({ context, files }, provide) => {
      await context.route(/\/element\//, (route, request) => {
        const name = new URL(request.url()).pathname.replace(/^.*\/element\//, '')
        const script = files.get(name)
        return route.fulfill({
          status: name === '' || script !== undefined ? 200 : 404,
          contentType: script === undefined ? 'text/html' : 'text/javascript',
          headers: { 'content-security-policy': policy },
          body: script ?? page,
        })
      })
      await context.request.get('/api/session')
      await provide()
    },
    { auto: true },
  ],
})

export { expect }
