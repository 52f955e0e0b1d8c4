import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leaveOutPackages } from './scripts/publish/leaveOutPackages.ts'
import { minifyWithTerser } from './scripts/publish/minifyWithTerser.ts'

const languages = readdirSync('src/languages').map((file) => `languages/${path.parse(file).name}`)

/** What has no effect in the element, and what replaces it. */
const unusedStyles: readonly [RegExp, string][] = [
  // The colors for browsers without `light-dark()`, which are older than its target.
  [/@supports not \(color: ?light-dark\([^{]*\{[^}]*\}\}/g, ''],
  [/@supports \(color: ?light-dark\([^{]*\{([^{}]*\{[^{}]*\})\}/g, '$1'],
  // The variables that switch the compiled colors of an app. They are resolved outside the shadow root.
  [/--lightningcss-\w+:[^;}]*;?/g, ''],
  [/@media \(prefers-color-scheme: ?dark\)\{[^{}]*\{\}\}/g, ''],
  // Browsers ignore them in a shadow root. Those of numbers are read by `registerVariables`.
  [/@property --[\w-]+\{syntax:\\?"\*\\?";inherits:false\}/g, ''],
  // What leaves out classes of an app, such as `my-tidings-list`: its elements are outside the shadow root.
  [/\[class\^=\\?"?tidings-\\?"?\],\[class\*=[^\]]*\]/g, '[class*=tidings-]'],
  // The controls of rows that an app renders: they are outside the shadow root.
  [/,input,select,textarea,summary,label,\[role=\\?"?button\\?"?\],\[tabindex\](?=\))/g, ''],
  [/,input,select(?=,time)/g, ''],
  // Spaces and semicolons that the minifier leaves.
  [/, /g, ','],
  [/ ([*/]) /g, '$1'],
  [/;(?=\})/g, ''],
  // Parts that only an app renders, or renders outside a bell, a panel and a page.
  [/(?<=[{}])\.tidings-(?:favicon-badge|item-main|item-side|probe)\{[^}]*\}/g, ''],
  [/(\.tidings-bell,\.tidings-panel,\.tidings-page)(?:,\.tidings-[a-z]+)+\):where\(:not\([^)]*\)/g, '$1'],
  [/\[class\]:where\(\.tidings-header,[^)]*\):where\(:not\([^)]*\)\)\{[^}]*\}/g, ''],
]

/** Removes CSS that has no effect in the element. */
const withoutUnusedStyles = (): Plugin => ({
  name: 'tidings:without-unused-styles',
  enforce: 'post',
  transform: (code, id) =>
    id.includes('.css?inline')
      ? { code: unusedStyles.reduce((css, [pattern, used]) => css.replaceAll(pattern, used), code), map: null }
      : null,
})

/**
 * Builds `dist/standalone/`: the element, its languages, its sanitizer and its rich text, including all dependencies,
 * for pages without a bundler. The folder can be copied as a whole, because its files import nothing from outside.
 *
 * In place of React it contains Preact, which is 38 kB (gzip) smaller than React 18, and 60 kB smaller than React 19.
 */
export default defineConfig({
  plugins: [react(), withoutUnusedStyles(), minifyWithTerser(), leaveOutPackages()],
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
      { find: 'react-dom/client', replacement: path.resolve('src/element/createPreactRoot.ts') },
      {
        find: /^\.\.\/(base\/renderPart|item\/KindBody|item\/kinds)\.tsx$/,
        replacement: path.resolve('src/element/withoutRenderers.ts'),
      },
      // The panel, the page and what the element adds to them share nearly all of their code.
      { find: /^\.\/InboxPanelPopover\.tsx$/, replacement: path.resolve('src/element/panelCode.ts') },
      { find: /^\.\.\/base\/useHydrated\.ts$/, replacement: path.resolve('src/element/useAlwaysHydrated.ts') },
      { find: /^\.\.\/base\/Activity\.ts$/, replacement: path.resolve('src/element/withoutActivity.ts') },
      {
        find: /^\.\/(suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider)\.js$/,
        replacement: path.resolve('src/element/withoutSuspense.ts'),
      },
      { find: /^\.{1,2}\/(?:base\/)?useForkedRef\.ts$/, replacement: path.resolve('src/element/useOwnForkedRef.ts') },
      { find: /^\.\/timeoutManager\.js$/, replacement: path.resolve('src/element/plainTimers.ts') },
      { find: /^\.\/mutationCache\.js$/, replacement: path.resolve('src/element/withoutMutations.ts') },
      { find: /^\.\/persistence\/inboxSnapshot\.ts$/, replacement: path.resolve('src/element/withoutSnapshots.ts') },
      { find: /^\.\/chooseQueryClient\.ts$/, replacement: path.resolve('src/element/useOwnQueryClient.ts') },
    ],
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    // The targets in README.md. Older targets would rewrite light-dark(), and readers could not select a theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist/standalone',
    sourcemap: true,
    lib: {
      entry: {
        element: 'src/element/index.ts',
        html: 'src/html/index.ts',
        rich: 'src/content/parseRichText.ts',
        ...Object.fromEntries(languages.map((name) => [name, `src/${name}.ts`])),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      output: {
        minify: false,
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        // What the element shares with its languages and its sanitizer: one small file in place of three.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /\/(client\/errors\/(SetupError|TidingsError|errorCode)|language\/(bellLabels|countLabel))/,
            },
          ],
        },
      },
    },
  },
})
