import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, preview } from 'vite'
import type { TestProject } from 'vitest/node'
import demoConfig from '../../demo/vite.config.ts'
import { installScreenReader } from './driver/installScreenReader.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the page. */
    screenReaderAddress: string
  }
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Runs once: installs missing programs, builds the page from the sources and serves it. */
export default async ({ provide }: TestProject) => {
  installScreenReader()
  const { alias } = demoConfig.resolve as { alias: { find: string | RegExp; replacement: string }[] }
  const config: InlineConfig = {
    root: path('page'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^tidings\/(languages\/.+)$/, replacement: path('../../src/$1.ts') },
        { find: 'tidings/testing', replacement: path('../../src/testing/index.ts') },
        ...alias,
      ],
    },
    build: { outDir: path('../../.tidings/screenreader'), emptyOutDir: true },
    preview: { port: 0, host: '127.0.0.1' },
  }
  // Vitest sets "test", but the page is a production build.
  process.env['NODE_ENV'] = 'production'
  await build(config)
  const server = await preview(config)
  provide('screenReaderAddress', server.resolvedUrls?.local[0] ?? '')
  return () => server.close()
}
