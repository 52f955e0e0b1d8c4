import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The app's page. It imports tidings by name, as any app would; an alias resolves the name to the sources. */
export default defineConfig({
  root: path('page'),
  logLevel: 'warn',
  plugins: [react()],
  build: { rolldownOptions: { checks: { pluginTimings: false } } },
  resolve: {
    alias: [
      { find: 'tidings/styles.css', replacement: path('../src/styles/styles.css') },
      { find: 'tidings/client', replacement: path('../src/client/index.ts') },
      { find: 'tidings/hooks', replacement: path('../src/hooks/index.ts') },
      { find: /^tidings$/, replacement: path('../src/index.ts') },
    ],
  },
})
