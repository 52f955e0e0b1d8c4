import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'

const root = import.meta.dirname
const dist = path.resolve(root, '../../dist')

/**
 * Builds a file for production. tidings is what `npm run build` made, and React is the same for all.
 * @param outside Packages that the page gets elsewhere, which do not count.
 */
export const buildContestant = async (file: string, outside: readonly RegExp[] = []) => {
  const outDir = path.join(tmpdir(), `tidings-bench-${file.replaceAll(/\W/g, '-')}-${process.pid}`)
  const output = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      dedupe: ['react', 'react-dom'],
      alias: [
        { find: 'tidings/styles.css', replacement: path.join(dist, 'styles.css') },
        { find: /^tidings$/, replacement: path.join(dist, 'index.js') },
      ],
    },
    build: {
      outDir,
      emptyOutDir: true,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: { page: path.join(root, file) },
        external: [...outside],
        // dist has comments that a bundler only reports outside of node_modules.
        checks: { invalidAnnotation: false },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })
  const { output: files } = [output].flat()[0] as Rolldown.RolldownOutput
  return { folder: outDir, files }
}
