import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds a page from its folder, as a production build. Returns the folder of the build. */
export const buildPage = async (root: string): Promise<string> => {
  const outDir = path.join(tmpdir(), `tidings-bench-${path.basename(root)}-${process.pid}`)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}
