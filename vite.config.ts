import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import react from '@vitejs/plugin-react'
import { transform } from 'lightningcss'
import { type Plugin, preprocessCSS, type ResolvedConfig } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import type { BrowserCommandContext } from 'vitest/node'
import { isExternal } from './scripts/publish/isExternal.ts'
import { mergeModules } from './scripts/publish/mergeModules.ts'
import { minifyWithTerser } from './scripts/publish/minifyWithTerser.ts'
import { unchanged } from './scripts/publish/unchanged.ts'
import { findChromium } from './scripts/setup/findChromium.ts'

const entries = {
  index: 'src/index.ts',
  'hooks/index': 'src/hooks/index.ts',
  'client/index': 'src/client/index.ts',
  'contract/index': 'src/contract/index.ts',
  'live/index': 'src/live/index.ts',
  'persist/index': 'src/persist/index.ts',
  'proxy/index': 'src/proxy/index.ts',
  'proxy/node': 'src/proxy/node.ts',
  'server/index': 'src/server/index.ts',
  'content/parseRichText': 'src/content/parseRichText.ts',
  'entries/service': 'src/entries/service.ts',
  'testing/index': 'src/testing/index.ts',
  'testing/msw': 'src/testing/msw.ts',
  'testing/react': 'src/testing/react.ts',
  'devtools/index': 'src/devtools/index.ts',
  'element/index': 'src/element/index.ts',
  'vue/index': 'src/vue/index.ts',
  'svelte/index': 'src/svelte/index.ts',
  ...Object.fromEntries(
    readdirSync('src/languages').map((file) => [`languages/${path.parse(file).name}`, `src/languages/${file}`]),
  ),
  'html/index': 'src/html/index.ts',
  'bin/tidings': 'src/bin/tidings.ts',
}

/** Whether a page in production loads a published file. The others are for servers, tests and developers. */
const isForBrowsers = (fileName: string) => !/^(bin|devtools|entries|live|node|proxy|server|testing)\//.test(fileName)

/**
 * Publishes the style sheets with the parts of each in one file: minified, a line for each rule, so that developers can
 * still read it. Comments and spaces would be a third of what a page loads.
 */
const styleSheets = (): Plugin => {
  const folder = 'src/styles'
  let config: ResolvedConfig
  return {
    name: 'tidings:style-sheets',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    async generateBundle() {
      const themes = await readdir(path.join(folder, 'themes'))
      for (const fileName of [
        'styles.css',
        'styles.layered.css',
        'devtools.css',
        'toasts.css',
        ...themes.map((theme) => `themes/${theme}`),
      ]) {
        const file = path.resolve(folder, fileName)
        const { code } = await preprocessCSS(await readFile(file, 'utf8'), file, config)
        const minified = transform({ filename: fileName, code: Buffer.from(code), minify: true }).code.toString()
        this.emitFile({ type: 'asset', fileName, source: minified.replaceAll(/\}(?!\})/g, '}\n') })
      }
    },
  }
}

const isSvelte = (id: string) => id.endsWith('.svelte')

/**
 * Publishes the components for Svelte as they are: each app compiles them with its own version of Svelte. They import
 * entries of this build.
 */
const svelteComponents = (): Plugin => ({
  name: 'tidings:svelte-components',
  apply: 'build',
  async generateBundle() {
    const folder = 'src/svelte'
    for (const name of (await readdir(folder)).filter(isSvelte)) {
      const source = await readFile(path.join(folder, name), 'utf8')
      this.emitFile({ type: 'asset', fileName: `svelte/${name}`, source: source.replaceAll(/\.ts'$/gm, ".js'") })
    }
  },
})

const serviceTests = {
  environment: 'node' as const,
  // As above: each worker loads PGlite once.
  isolate: false,
  globalSetup: ['test/service/globalSetup.ts'],
  // An embedded database takes up to ten seconds to start on a busy machine, and some tests start several.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** These start a service, so they belong to the tests that share its empty database. */
const proxyWithService = 'test/proxy/**/realService.test.ts'

const unitProjects = [
  {
    extends: true as const,
    test: {
      name: 'unit',
      environment: 'jsdom',
      // One page for all files, which leave it as they find it (test/setup/dom.ts). A page for each would load jsdom and
      // React 122 times.
      isolate: false,
      include: [
        'test/{content,schedule,state,hooks,components,devtools,html,server,testing,regressions}/**/*.test.{ts,tsx}',
        'test/docs/**/*.test.tsx',
      ],
      setupFiles: ['test/setup/dom.ts'],
    },
  },
  {
    extends: true as const,
    test: {
      name: 'element',
      // Each file has a page of its own, because a page defines an element once.
      environment: 'jsdom',
      include: ['test/element/**/*.test.{ts,tsx}'],
      setupFiles: ['test/setup/dom.ts'],
      // The element imports it as text.
      css: { include: [/\?inline$/] },
    },
  },
  {
    extends: true as const,
    test: {
      name: 'convergence',
      environment: 'jsdom',
      include: ['test/convergence/**/*.test.ts'],
      setupFiles: ['test/setup/dom.ts'],
    },
  },
  {
    extends: true as const,
    // For `tidings/svelte`, as a server renders it.
    plugins: [svelte({ configFile: false })],
    test: {
      name: 'client',
      environment: 'node',
      // These files don't affect each other, so they share their modules, which take longer to load than to test.
      isolate: false,
      include: ['test/{contract,client,live,docs,languages,package,styles,svelte,vue}/**/*.test.ts'],
    },
  },
  {
    extends: true as const,
    test: {
      name: 'proxy',
      environment: 'node',
      // As above.
      isolate: false,
      include: ['test/proxy/**/*.test.ts'],
      exclude: [proxyWithService],
    },
  },
  {
    extends: true as const,
    test: {
      ...serviceTests,
      name: 'service',
      include: ['test/{service,conformance}/**/*.test.ts', proxyWithService],
    },
  },
]

/** Stories as tests in a real Chromium. Loaded on demand, because it would delay every other run by two seconds. */
const storiesProject = async () => {
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin')
  const { playwright } = await import('@vitest/browser-playwright')
  return {
    extends: true as const,
    plugins: [storybookTest({ configDir: '.storybook' })],
    test: {
      name: 'stories',
      setupFiles: ['.storybook/everyMode.ts'],
      // As above. Whoever exceeds it runs on, into the next story.
      testTimeout: 60_000,
      // One browser page for all files: stories share their imports, and Storybook cleans up between them.
      isolate: false,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] },
        }),
        instances: [{ browser: 'chromium' as const }],
        commands: {
          forceColors: ({ page }: BrowserCommandContext, active: boolean) =>
            page.emulateMedia({ forcedColors: active ? 'active' : 'none' }),
        },
      },
    },
  }
}

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => ({
  plugins: [
    react(),
    styleSheets(),
    // For editors and other tools: see scripts/generateSchemas.ts.
    unchanged('src/service/schemas'),
    svelteComponents(),
    mergeModules({ source: 'src', early: ['components/inbox/Inbox.tsx'] }),
    minifyWithTerser({ only: isForBrowsers, forBundlers: true }),
  ],
  build: {
    target: 'es2023',
    minify: false,
    // Includes the sources, so that debuggers and bundlers need no other files.
    sourcemap: true,
    // For the style sheet of the element, which is text in its code. The target is the one in README.md: see
    // vite.standalone.config.ts.
    cssMinify: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    cssCodeSplit: true,
    lib: { entry: entries, formats: ['es'] },
    rolldownOptions: {
      external: (id) => isSvelte(id) || isExternal(id),
      preserveEntrySignatures: 'allow-extension',
      // The components for Svelte import a file by the names in its source.
      output: { minifyInternalExports: false },
    },
  },
  test: {
    // The package is built from these sources, so tests need no build.
    alias: [
      { find: 'tidings-service', replacement: path.resolve('src/service/index.ts') },
      { find: 'tidings/element/standalone', replacement: path.resolve('src/element/index.ts') },
      // examples/language.ts, which people copy, imports it.
      { find: /^tidings$/, replacement: path.resolve('src/index.ts') },
    ],
    // Long runs of the convergence test, with new choices each time.
    env: mode === 'soak' ? { RUNS: '20000', SEED: process.env.SEED ?? String(Date.now() % 2 ** 31) } : {},
    // With the default, one of two cores would be idle.
    maxWorkers: '100%',
    // On a busy machine, whole flows take seconds, and so may a condition that a test waits for.
    testTimeout: 30_000,
    tags: [{ name: 'slow', description: 'Takes long and rarely fails. `npm test` leaves it out.' }],
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: mode === 'stories' ? [await storiesProject()] : unitProjects,
  },
}))
