import { defineConfig } from 'vite'
import { isExternal } from './scripts/isExternal.ts'

/** `packages/service/dist/`: the package tidings-service, from the same sources. */
export default defineConfig({
  build: {
    target: 'es2023',
    minify: false,
    outDir: 'packages/service/dist',
    lib: {
      entry: {
        'service/index': 'src/service/index.ts',
        'service/runProcess': 'src/service/runProcess.ts',
        'bin/tidings-service': 'src/bin/tidings-service.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: isExternal,
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
})
