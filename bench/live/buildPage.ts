import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the page with the inbox, as a production build. Returns the folder. */
export const buildPage = async (): Promise<string> => {
  const outDir = path.join(tmpdir(), `tidings-bench-live-${process.pid}`)
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'page'),
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}
