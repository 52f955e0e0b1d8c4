import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { expect, test as base } from './elementTest.ts'

/** The frameworks with components for the element. */
export const frameworks = ['vue', 'svelte'] as const
export type Framework = (typeof frameworks)[number]

/** Builds an app with the components, in memory. It loads the published element, as apps do. */
const buildApp = async (framework: Framework): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [svelte({ configFile: false })],
    resolve: { alias: { 'tidings/element/standalone': '/element/element.js' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false },
      lib: { entry: `test/e2e/support/${framework}Page.ts`, formats: ['es'], fileName: 'page' },
      rolldownOptions: { external: ['/element/element.js'] },
    },
  })
  const [file] = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  if (file?.type !== 'chunk') throw new Error(`The app with ${framework} was not built.`)
  return file.code
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="/favicon.svg" />
    <title>Wrapper</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="app.js"></script>
  </body>
</html>`

/** A test on the page of an app with the components of a framework, at `/wrapper/vue/` and `/wrapper/svelte/`. */
export const test = base.extend<{ wrapperPage: void }, { apps: ReadonlyMap<string, string> }>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, provide) => {
      const built = frameworks.map(async (framework) => [framework, await buildApp(framework)] as const)
      await provide(new Map(await Promise.all(built)))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  wrapperPage: [
    async ({ context, apps }, provide) => {
      await context.route(/\/wrapper\/\w+\/(app\.js)?$/, (route, request) => {
        const [, , framework = '', file] = new URL(request.url()).pathname.split('/')
        const body = file ? apps.get(framework) : page
        return route.fulfill({ contentType: file ? 'text/javascript' : 'text/html', body: body ?? '' })
      })
      await provide()
    },
    { auto: true },
  ],
})

export { expect }
