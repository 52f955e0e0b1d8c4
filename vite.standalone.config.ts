import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leaveOutPackages } from './scripts/publish/leaveOutPackages.ts'

const languages = readdirSync('src/languages').map((file) => `languages/${path.parse(file).name}`)

/**
 * `dist/standalone/`: the element, its languages and its sanitiser with React and all else in them, for pages without a bundler.
 * A folder of its own that can be copied as it is: what stands in it imports nothing from elsewhere.
 *
 * It is React 18 that is in it, because that is lighter by 24 kB (gzip) than React 19.
 */
export default defineConfig({
  plugins: [react(), leaveOutPackages()],
  resolve: {
    alias: [
      { find: /^react(?=\/|$)/, replacement: 'react-18' },
      { find: /^react-dom(?=\/|$)/, replacement: 'react-dom-18' },
      { find: /^\.\/chooseQueryClient\.ts$/, replacement: path.resolve('src/element/useOwnQueryClient.ts') },
    ],
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    // What README.md names. For older ones light-dark() would be rewritten, and a theme could not be chosen any more.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist/standalone',
    sourcemap: true,
    lib: {
      entry: {
        element: 'src/element/index.ts',
        html: 'src/html/index.ts',
        ...Object.fromEntries(languages.map((name) => [name, `src/${name}.ts`])),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
