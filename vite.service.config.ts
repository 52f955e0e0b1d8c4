import { defineConfig } from 'vite'
import { isExternal } from './scripts/publish/isExternal.ts'
import { mergeModules } from './scripts/publish/mergeModules.ts'
import { pagesOfOtherPackage } from './scripts/publish/pagesOfOtherPackage.ts'
import { unchanged, unchangedModule } from './scripts/publish/unchanged.ts'

/**
 * Builds `packages/service/dist/`: the package tidings-service, from the same sources. The console shows the element for
 * pages without a bundler, which vite.standalone.config.ts builds before.
 */
export default defineConfig({
  plugins: [
    pagesOfOtherPackage(),
    mergeModules({ source: 'src' }),
    unchanged('src/console/page', 'console/page/'),
    unchangedModule('element.js', { from: 'dist/standalone', published: 'standalone/' }),
  ],
  build: {
    target: 'es2023',
    minify: false,
    sourcemap: true,
    outDir: 'packages/service/dist',
    lib: {
      entry: {
        'service/index': 'src/service/index.ts',
        'service/command/commandLine': 'src/service/command/commandLine.ts',
        'service/database/embeddedWorker': 'src/service/database/embeddedWorker.ts',
        'bin/tidings-service': 'src/bin/tidings-service.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: isExternal, preserveEntrySignatures: 'allow-extension' },
  },
})
