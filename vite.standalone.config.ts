import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leaveOutPackages } from './scripts/publish/leaveOutPackages.ts'
import { minifyWithTerser } from './scripts/publish/minifyWithTerser.ts'

const languages = readdirSync('src/languages').map((file) => `languages/${path.parse(file).name}`)

/**
 * Removes CSS that has no effect in the element: the colors for browsers without `light-dark()`, which are older than
 * its target, and the variables that switch the compiled colors of an app, which are resolved outside the shadow root.
 */
const withoutCompiledColors = (): Plugin => ({
  name: 'tidings:without-compiled-colors',
  enforce: 'post',
  transform: (code, id) =>
    id.includes('.css?inline')
      ? {
          code: code.replaceAll(
            /--lightningcss-\w+:[^;}]*;?|@supports not \(color: ?light-dark\([^{]*\{[^}]*\}\}/g,
            '',
          ),
          map: null,
        }
      : null,
})

/**
 * Builds `dist/standalone/`: the element, its languages, its sanitizer and its rich text, including all dependencies,
 * for pages without a bundler. The folder can be copied as a whole, because its files import nothing from outside.
 *
 * In place of React it contains Preact, which is 38 kB (gzip) smaller than React 18, and 60 kB smaller than React 19.
 */
export default defineConfig({
  plugins: [react(), withoutCompiledColors(), minifyWithTerser(), leaveOutPackages()],
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
      { find: 'react-dom/client', replacement: path.resolve('src/element/createPreactRoot.ts') },
      {
        find: /^\.\.\/(base\/renderPart|item\/KindBody)\.tsx$/,
        replacement: path.resolve('src/element/withoutRenderers.ts'),
      },
      { find: /^\.\.\/base\/useHydrated\.ts$/, replacement: path.resolve('src/element/useAlwaysHydrated.ts') },
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
      output: { minify: false, entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
